/** JSend envelopes (https://github.com/omniti-labs/jsend) with the contract's code and reason. */

export interface SuccessEnvelope<T> {
  status: 'success';
  data: T;
  code: 200;
}

export interface FailEnvelope {
  status: 'fail';
  code: number;
  reason: string;
  data: Record<string, string>;
}

export interface ErrorEnvelope {
  status: 'error';
  code: number;
  reason: string;
  message: string;
}

export const success = <T>(data: T): SuccessEnvelope<T> => ({ status: 'success', data, code: 200 });
