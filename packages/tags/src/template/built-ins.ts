import { expressedHere } from './expressed-here.ts'

/** `fee?string.currency`, `name?upper_case`, `due?string("dd.MM.yyyy")`: a value, and what Freemarker does with it. */
const builtIn =
  /^([\p{L}_][\p{L}\p{N}_.]{0,100})\?(?:string\.)?(\p{L}{1,20}(?:_\p{L}{1,20}){0,3})(?:\(("[^"]{0,60}"|'[^']{0,60}')\))?$/u

/** What stands behind a question mark without space, as a formatter that does the same. */
export function withoutBuiltIns(text: string): string {
  const [, value, name = '', given] = builtIn.exec(text) ?? []
  if (value === undefined) return text
  const called = name === 'string' ? 'format' : name
  return expressedHere(called, value, given === undefined ? [] : [given]) ?? text
}
