package glass

// The records in Kafka's own topics, and KRaft's control records, are messages of its protocol. Their fields stand here as words
//
//	name=type[from+|from-to][~tag]
//
// with the versions that have the field, if not all have it, and its number if it is one of the tagged fields at the end. A type is one of
//
//	b byte   h short   H unsigned short   i int   l long   d double   z boolean   u UUID   s text   x bytes
//	[t array of t   (fields) a message of its own   t? may be null   S state of a transaction, a byte
//
// From the first flexible version on, lengths are varints and tagged fields follow.

// A line of a coordinator's table: number of the type, last version, first flexible version (- if none is), fields of the key | of the value.
const groupTable = `
0 0 - group=s topic=s partition=i|offset=l metadata=s commitTimestamp=l
1 4 4 group=s topic=s partition=i|offset=l leaderEpoch=i3+ metadata=s commitTimestamp=l expireTimestamp=l1-1 topicId=u4+~0
2 4 4 group=s|protocolType=s generation=i protocol=s? leader=s? currentStateTimestamp=l2+ members=[(memberId=s groupInstanceId=s?3+ clientId=s clientHost=s rebalanceTimeout=i1+ sessionTimeout=i subscription=x assignment=x)
3 0 0 groupId=s|epoch=i metadataHash=l~0
4 0 0 groupId=s|topics=[(topicId=u topicName=s numPartitions=i partitionMetadata=[(partition=i racks=[s))
5 0 0 groupId=s memberId=s|instanceId=s? rackId=s? clientId=s clientHost=s subscribedTopicNames=[s subscribedTopicRegex=s? rebalanceTimeoutMs=i serverAssignor=s? classicMemberMetadata=(sessionTimeoutMs=i supportedProtocols=[(name=s metadata=x))?~0
6 0 0 groupId=s|assignmentEpoch=i assignmentTimestamp=l~0
7 0 0 groupId=s memberId=s|topicPartitions=[(topicId=u partitions=[i)
8 0 0 groupId=s memberId=s|memberEpoch=i previousMemberEpoch=i state=b assignedPartitions=` + epochPartitions + ` partitionsPendingRevocation=` + epochPartitions + `
10 0 0 groupId=s memberId=s|rackId=s? clientId=s clientHost=s subscribedTopicNames=[s
11 0 0 groupId=s|epoch=i metadataHash=l
12 0 0 groupId=s|assignmentEpoch=i assignmentTimestamp=l~0
13 0 0 groupId=s memberId=s|topicPartitions=[(topicId=u partitions=[i)
14 0 0 groupId=s memberId=s|memberEpoch=i previousMemberEpoch=i state=b assignedPartitions=[(topicId=u partitions=[i)
15 0 0 groupId=s|initializingTopics=[(topicId=u topicName=s partitions=[i) initializedTopics=[(topicId=u topicName=s partitions=[i) deletingTopics=[(topicId=u topicName=s)
16 0 0 groupId=s regularExpression=s|topics=[s version=l timestamp=l
17 0 0 groupId=s|epoch=i metadataHash=l validatedTopologyEpoch=i~0 lastAssignmentConfigs=[(key=s value=s)?~1 storedDescriptionTopologyEpoch=i~2 failedDescriptionTopologyEpoch=i~3
19 0 0 groupId=s memberId=s|instanceId=s? rackId=s? clientId=s clientHost=s rebalanceTimeoutMs=i topologyEpoch=i processId=s userEndpoint=(host=s port=H)? clientTags=[(key=s value=s)
20 0 0 groupId=s|assignmentEpoch=i assignmentTimestamp=l~0
21 0 0 groupId=s memberId=s|activeTasks=[(subtopologyId=s partitions=[i) standbyTasks=[(subtopologyId=s partitions=[i) warmupTasks=[(subtopologyId=s partitions=[i)
22 0 0 groupId=s memberId=s|memberEpoch=i previousMemberEpoch=i state=b activeTasks=` + epochTasks + ` standbyTasks=` + epochTasks + ` warmupTasks=` + epochTasks + ` activeTasksPendingRevocation=` + epochTasks + ` standbyTasksPendingRevocation=` + epochTasks + ` warmupTasksPendingRevocation=` + epochTasks + `
23 0 0 groupId=s|epoch=i subtopologies=[(subtopologyId=s sourceTopics=[s sourceTopicRegex=[s stateChangelogTopics=` + internalTopics + ` repartitionSinkTopics=[s repartitionSourceTopics=` + internalTopics + ` copartitionGroups=[(sourceTopics=[h sourceTopicRegex=[h repartitionSourceTopics=[h))
`

const (
	epochPartitions = `[(topicId=u partitions=[i assignmentEpochs=[i?~0)`
	epochTasks      = `[(subtopologyId=s partitions=[i assignmentEpochs=[i?~0)`
	internalTopics  = `[(name=s partitions=i replicationFactor=h topicConfigs=[(key=s value=s))`
)

const transactionTable = `
0 1 1 transactionalId=s|producerId=l previousProducerId=l1+~0 nextProducerId=l1+~1 producerEpoch=h nextProducerEpoch=h1+~3 transactionTimeoutMs=i transactionStatus=S transactionPartitions=[(topic=s partitionIds=[i)? transactionLastUpdateTimestampMs=l transactionStartTimestampMs=l clientTransactionVersion=h1+~2
`

const shareTable = `
0 0 0 groupId=s topicId=u partition=i|snapshotEpoch=i stateEpoch=i leaderEpoch=i startOffset=l deliveryCompleteCount=i~0 createTimestamp=l writeTimestamp=l stateBatches=[(firstOffset=l lastOffset=l deliveryState=b deliveryCount=h)
1 0 0 groupId=s topicId=u partition=i|snapshotEpoch=i leaderEpoch=i startOffset=l deliveryCompleteCount=i~0 stateBatches=[(firstOffset=l lastOffset=l deliveryState=b deliveryCount=h)
`

// A line of the metadata log's table: number of the type, last version, name, fields. All versions are flexible.
const metadataTable = `
0 4 REGISTER_BROKER_RECORD brokerId=i isMigratingZkBroker=z2+ incarnationId=u brokerEpoch=l endPoints=` + endPoints + ` features=` + features + ` rack=s? fenced=z inControlledShutdown=z1+ logDirs=[u3+~0 cordonedLogDirs=[u?4+~1
1 0 UNREGISTER_BROKER_RECORD brokerId=i brokerEpoch=l
2 0 TOPIC_RECORD name=s topicId=u
3 2 PARTITION_RECORD partitionId=i topicId=u replicas=[i isr=[i removingReplicas=[i addingReplicas=[i leader=i leaderRecoveryState=b~0 leaderEpoch=i partitionEpoch=i directories=[u1+ eligibleLeaderReplicas=[i?2+~1 lastKnownElr=[i?2+~2
4 0 CONFIG_RECORD resourceType=b resourceName=s name=s value=s?
5 2 PARTITION_CHANGE_RECORD partitionId=i topicId=u isr=[i?~0 leader=i~1 replicas=[i?~2 removingReplicas=[i?~3 addingReplicas=[i?~4 leaderRecoveryState=b~5 directories=[u?1+~8 eligibleLeaderReplicas=[i?2+~6 lastKnownElr=[i?2+~7
7 0 FENCE_BROKER_RECORD id=i epoch=l
8 0 UNFENCE_BROKER_RECORD id=i epoch=l
9 0 REMOVE_TOPIC_RECORD topicId=u
10 0 DELEGATION_TOKEN_RECORD owner=s requester=s renewers=[s issueTimestamp=l maxTimestamp=l expirationTimestamp=l tokenId=s
11 0 USER_SCRAM_CREDENTIAL_RECORD name=s mechanism=b salt=x storedKey=x serverKey=x iterations=i
12 0 FEATURE_LEVEL_RECORD name=s featureLevel=h
14 0 CLIENT_QUOTA_RECORD entity=[(entityType=s entityName=s?) key=s value=d remove=z
15 0 PRODUCER_IDS_RECORD brokerId=i brokerEpoch=l nextProducerId=l
17 3 BROKER_REGISTRATION_CHANGE_RECORD brokerId=i brokerEpoch=l fenced=b~0 inControlledShutdown=b1+~1 logDirs=[u2+~2 cordonedLogDirs=[u?3+~3
18 0 ACCESS_CONTROL_ENTRY_RECORD id=u resourceType=b resourceName=s patternType=b principal=s host=s operation=b permissionType=b
19 0 REMOVE_ACCESS_CONTROL_ENTRY_RECORD id=u
20 0 NO_OP_RECORD
21 0 ZK_MIGRATION_STATE_RECORD zkMigrationState=b
22 0 REMOVE_USER_SCRAM_CREDENTIAL_RECORD name=s mechanism=b
23 0 BEGIN_TRANSACTION_RECORD name=s?~0
24 0 END_TRANSACTION_RECORD
25 0 ABORT_TRANSACTION_RECORD reason=s?~0
26 0 REMOVE_DELEGATION_TOKEN_RECORD tokenId=s
27 0 REGISTER_CONTROLLER_RECORD controllerId=i incarnationId=u zkMigrationReady=z endPoints=` + endPoints + ` features=` + features + `
28 0 CLEAR_ELR_RECORD topicName=s
29 0 UNREGISTER_CONTROLLER_RECORD controllerId=i
`

const (
	endPoints = `[(name=s host=s port=H securityProtocol=h)`
	features  = `[(name=s minSupportedVersion=h maxSupportedVersion=h)`
)

// A line of the table of __remote_log_metadata is like one of the metadata log's.
const remoteTable = `
0 0 RemoteLogSegmentMetadata remoteLogSegmentId=` + segmentID + ` startOffset=l endOffset=l brokerId=i maxTimestampMs=l eventTimestampMs=l segmentLeaderEpochs=[(leaderEpoch=i offset=l) segmentSizeInBytes=i customMetadata=x? remoteLogSegmentState=b txnIndexEmpty=z~0
1 0 RemoteLogSegmentMetadataUpdate remoteLogSegmentId=` + segmentID + ` brokerId=i eventTimestampMs=l customMetadata=x? remoteLogSegmentState=b
2 0 RemotePartitionDeleteMetadata topicIdPartition=` + topicIDPartition + ` brokerId=i eventTimestampMs=l remotePartitionDeleteState=b
3 0 RemoteLogSegmentMetadataSnapshot segmentId=u startOffset=l endOffset=l brokerId=i maxTimestampMs=l eventTimestampMs=l segmentLeaderEpochs=[(leaderEpoch=i offset=l) segmentSizeInBytes=i customMetadata=x? remoteLogSegmentState=b txnIndexEmpty=z~0
`

const (
	topicIDPartition = `(name=s id=u partition=i)`
	segmentID        = `(topicIdPartition=` + topicIDPartition + ` id=u)`
)

// KRaft's control records, and what the members of a classic consumer group say in bytes of their own.
const (
	leaderChangeFields   = `version=h leaderId=i voters=[(voterId=i voterDirectoryId=u1+) grantingVoters=[(voterId=i voterDirectoryId=u1+)`
	snapshotHeaderFields = `version=h lastContainedLogTimestamp=l`
	snapshotFooterFields = `version=h`
	raftVersionFields    = `version=h kRaftVersion=h`
	raftVotersFields     = `version=h voters=[(voterId=i voterDirectoryId=u endpoints=[(name=s host=s port=H) kRaftVersionFeature=(minSupportedVersion=h maxSupportedVersion=h))`

	subscriptionFields = `topics=[s userData=x? ownedPartitions=[(topic=s partitions=[i)1+ generationId=i2+ rackId=s?3+`
	assignmentFields   = `assignedPartitions=[(topic=s partitions=[i) userData=x?`
)
