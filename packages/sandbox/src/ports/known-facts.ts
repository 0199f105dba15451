import type { InduceRequest } from '@chancery/core'
import type { Induced, KnownFacts, SentInduceRequest } from '../jobs/payloads.ts'

/**
 * Makes a template in jobs: as long as one tells that facts are wanted, they are found between two of them, one text after
 * the other.
 */
export async function inducedInJobs<Template>(
  { identify, ...request }: InduceRequest,
  run: (request: SentInduceRequest) => Promise<Induced<Template>>,
): Promise<Template> {
  const facts: KnownFacts[] = []
  for (;;) {
    const induced = await run({ ...request, facts })
    if ('template' in induced) return induced.template
    for (const text of induced.wanted) facts.push({ text, fields: await identify(text) })
  }
}
