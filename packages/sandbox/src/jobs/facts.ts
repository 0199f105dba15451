import type { InduceRequest } from '@chancery/core'
import type { Induced, SentInduceRequest } from './payloads.ts'

/** Facts of a text are not known yet. */
class FactsWanted extends Error {
  override readonly name = 'FactsWanted'
}

/** Makes a template with the facts that are known, or tells of which texts they are wanted. */
export async function inducedWith<Template>(
  { facts, ...request }: SentInduceRequest,
  induce: (request: InduceRequest) => Promise<Template>,
): Promise<Induced<Template>> {
  const known = new Map(facts.map(({ text, fields }) => [text, fields]))
  const wanted = new Set<string>()
  const identify: InduceRequest['identify'] = async (text) => {
    const fields = known.get(text)
    if (fields !== undefined) return fields
    wanted.add(text)
    throw new FactsWanted()
  }
  try {
    return { template: await induce({ ...request, identify }) }
  } catch (error) {
    if (!(error instanceof FactsWanted)) throw error
    return { wanted: [...wanted] }
  }
}
