import { statementHere } from '@chancery/tags'

/** More of one field are told without what they are here. */
export const mostMeant = 50

const path = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*`
/** A name between signs of any kind, with what another system's filter does to it. */
const value = new RegExp(String.raw`^[^\p{L}\p{N}_]{1,6}(${path})\s{0,3}(?:\|[^|{}]{0,60})?[^\p{L}\p{N}_]{1,6}$`, 'u')
const end = /^[^\p{L}]{1,6}(?:end\s?)?(if|unless|for|foreach|each|list|loop)[^\p{L}]{1,6}$/iu
const other = /^[^\p{L}]{1,6}else[^\p{L}]{1,6}$/iu
const isEnd = /^[^\p{L}]{0,6}\/|end/iu

/**
 * The tag of another system, or one in spoilt braces, as it is written here: `{{client.name}}` of `${client.name}`, `{{/if}}` of
 * `{% endif %}`; `undefined` where that is not known.
 */
export function meantTag(sign: string): string | undefined {
  if (other.test(sign)) return '{{else}}'
  const closed = isEnd.test(sign) ? end.exec(sign)?.[1]?.toLowerCase() : undefined
  if (closed !== undefined) return closed === 'if' || closed === 'unless' ? `{{/${closed}}}` : '{{/each}}'
  const statement = statementHere(sign, { open: '{{', close: '}}' })
  if (statement !== undefined)
    return statement.replace('{{/}}', statement.startsWith('{{#unless') ? '{{/unless}}' : '{{/if}}')
  const name = value.exec(sign)?.[1]
  // What only the system that sends can fill has another way here.
  return name === undefined || /unsub/iu.test(name) ? undefined : `{{${name}}}`
}
