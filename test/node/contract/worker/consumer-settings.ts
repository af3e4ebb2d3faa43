/** Queue settings of the contract tests: the fewest attempts and shortest times that show the behaviour. */
export const CONTRACT_CONSUMER = {
  maxBatchSize: 4,
  maxBatchTimeout: 0.2,
  maxRetries: 2,
  retryDelay: 0,
  deadLetterQueue: 'contract-dead',
};
