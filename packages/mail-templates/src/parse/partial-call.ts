import type { Expression } from '@chancery/tags'
import { callExpression } from './known-calls.ts'
import { readExpression } from './tag-expression.ts'
import { TagStop } from './tag-stop.ts'
import { TermReader } from './term-reader.ts'

/** `{{> card client title="New"}}`. */
export interface PartialCall {
  readonly name: string
  /** What it is about; absent: what is around it. */
  readonly about: Expression | undefined
  /** Names that it reads before those of what it is about. */
  readonly given: ReadonlyMap<string, Expression>
}

/** Reads what stands behind `>`. @throws `TagStop` */
export function readPartialCall(body: string): PartialCall {
  if (body.startsWith('*') || body.startsWith('('))
    throw new TagStop(
      'unsupported_tag',
      'A partial whose name is a value is not supported.',
      'Write {{#if …}}{{> name}}{{/if}} for each that it may be.',
    )
  const [, quoted, plain, rest = ''] = /^(?:["']([^"']+)["']|([^\s()*"'=|]+))(?:\s+(\S[^]*))?$/.exec(body) ?? []
  const name = quoted ?? plain
  if (name === undefined) throw wrongCall()
  if (rest === '') return { name, about: undefined, given: new Map() }
  const call = rest.includes('=') ? new TermReader(`partial ${rest}`, callExpression).call() : undefined
  if (call === undefined) {
    if (/^[^\s"'()|]+\s*=/.test(rest)) throw wrongCall()
    return { name, about: readExpression(rest), given: new Map() }
  }
  if (call.params.length > 1 || call.blockParams.length > 0) throw wrongCall()
  return { name, about: call.params[0], given: call.named }
}

const wrongCall = (): TagStop =>
  new TagStop(
    'unsupported_tag',
    'A partial is called by a name, with at most the value that it is about, and names of its own.',
    'Write {{> name}}, {{> name client}} or {{> name title="New"}}.',
  )
