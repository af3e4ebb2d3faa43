/** The fewest attempts and shortest times that show the behaviour of a queue. */
export const CONTRACT_CONSUMER = {
  maxBatchSize: 4,
  maxBatchTimeout: 0.2,
  maxRetries: 2,
  deadLetterQueue: 'contract-dead',
};
