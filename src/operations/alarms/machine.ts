import { WorkerEntrypoint } from 'cloudflare:workers';
import { readFacts, rememberFacts } from './machine-facts.ts';

/** For whoever runs the Worker: `POST` with facts as JSON answers 204, anything else 400. */
export class Machine extends WorkerEntrypoint {
  override async fetch(request: Request): Promise<Response> {
    const facts = readFacts(await request.json().catch(() => null));
    if (request.method !== 'POST' || !facts.success) return new Response('expects POST with facts', { status: 400 });
    rememberFacts(facts.data, Date.now());
    return new Response(null, { status: 204 });
  }
}
