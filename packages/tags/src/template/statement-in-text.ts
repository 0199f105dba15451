import type { Delimiters } from './scan-text.ts'
import { writtenRight } from './written-right.ts'

const path = String.raw`[\p{L}_][\p{L}\p{N}_.]{0,100}`
const loops: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:for|foreach|repeat|loop)\s*\(?\s*(?:var\s+)?\$?[\p{L}_]\w{0,60}\s+(?:in|of|:)\s+\$?(${path})`,
    'iu',
  ),
  new RegExp(String.raw`^(?:list|foreach|loop|repeat|each)\s*\(?\s*\$?(${path})(?:\s+as\s|\s*\)?$)`, 'iu'),
]

/**
 * A statement of another engine, such as `#if($paid)` and `<#list items as item>`, as it is written here; `undefined` of what is
 * none, or cannot be read.
 */
export function statementHere(sign: string, { open, close }: Delimiters): string | undefined {
  const text = sign.replace(/^[^\p{L}]{1,6}/u, '').replace(/[^\p{L}\p{N})"'\]]{1,6}$/u, '')
  const tag = (inner: string): string => open + inner + close
  for (const loop of loops) {
    const list = loop.exec(text)?.[1]
    if (list !== undefined) return `${tag(`#each ${list}`)}…${tag('/each')}`
  }
  const [, word = '', test] = /^(if|elseif|elsif|unless)(?:\s+|\s?(?=\())(\S.{0,200})$/isu.exec(text) ?? []
  if (test === undefined) return undefined
  const inner = test
    .replace(/^\((.*)\)$/su, '$1')
    .replaceAll(/\$!?(?=[\p{L}_])/gu, '')
    .trim()
  const right = writtenRight(inner) ?? (new RegExp(`^${path}$`, 'u').test(inner) ? inner : undefined)
  const begin = /^if$/i.test(word) ? '#if' : /^unless$/i.test(word) ? '#unless' : 'else if'
  return right === undefined ? undefined : tag(`${begin} ${right}`) + (begin === 'else if' ? '' : `…${tag('/')}`)
}
