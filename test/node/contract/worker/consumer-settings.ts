/** Settings of the queue of the contract: as few attempts and as short times as show what happens. */
export const CONTRACT_CONSUMER = {
  maxBatchSize: 4,
  maxBatchTimeout: 0.2,
  maxRetries: 2,
  retryDelay: 0,
  deadLetterQueue: 'contract-dead',
};
