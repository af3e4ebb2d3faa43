import { evaluate } from './evaluate.ts';

/** The OpenAPI document as the Worker makes it. */
export async function apiDescription(): Promise<object> {
  const { describeService } = await evaluate<{ describeService: () => object }>('src/routes.ts');
  return describeService();
}
