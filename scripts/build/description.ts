import { evaluate } from './evaluate.ts';

/** Returns the OpenAPI document that the Worker serves. */
export async function apiDescription(): Promise<object> {
  const { describeService } = await evaluate<{ describeService: () => object }>('src/routes.ts');
  return describeService();
}
