import type { Finding, JsonObject } from '@chancery/core'
import { namesOfData } from '../data/names-of-data.ts'
import { pathsIn } from '../template/foreign-signs.ts'
import { elsewhere, namesInText } from '../template/names-in-text.ts'
import type { Delimiters } from '../template/scan-text.ts'
import type { SignedText } from '../template/signed-text.ts'

/**
 * What is known of a template once there is data: names of the data that stand as text are told, and what was taken for
 * another engine's tag is none where the data has that name.
 */
export function withNamesOfData(
  findings: readonly Finding[],
  texts: readonly SignedText[],
  delimiters: Delimiters,
  data: JsonObject,
): readonly Finding[] {
  const names = namesOfData(data)
  // What the data has is no slip, whatever another tag reads.
  const settledBy = new Set(['foreign_statement', 'similar_name'])
  const told = findings.filter(({ code, location }) => !settledBy.has(code) || !names.has(location?.path ?? ''))
  // Those that the template reads were looked for without data.
  const own = pathsIn(texts)
  const others = [...names].filter((name) => !own.has(name))
  const named = elsewhere(
    others.length === 0 ? [] : namesInText(texts, others, delimiters, 'the data'),
    told.filter(({ code }) => code !== 'other_delimiters'),
  )
  const replaced = new Set(told.filter(({ code }) => code === 'other_delimiters'))
  for (const each of elsewhere([...replaced], named)) replaced.delete(each)
  return [...told.filter((each) => !replaced.has(each)), ...named]
}
