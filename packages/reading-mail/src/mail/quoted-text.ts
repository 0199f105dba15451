import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import { addTextBlocks } from '@chancery/reading/text/text-blocks'
import { deepest, isHeadAt, isParting } from './older-message.ts'

/** Lines that are quoted as deep as each other. */
interface Stretch {
  readonly depth: number
  /** Without their signs. */
  readonly lines: string[]
}

/** Signs of a quote (RFC 3676, section 4.5), as programs write them: ">> ", "> > ". ">From" is a line of a mailbox. */
const signs = /^(?!>+From )(?:> ?)+/
/** "> 5 %": more than; a quote has a text of its own. */
const comparison = /^[\d.,\s]|^[=€$£]/

/** Adds the plain text of a mail: what it quotes as quotes, without the signs. */
export function addMailText(builder: ModelBuilder, text: string): void {
  for (const { depth, lines } of stretchesOf(text.split('\n')))
    addTextBlocks(builder, lines.join('\n'), depth === 0 ? {} : { quote: depth })
}

function stretchesOf(lines: readonly string[]): readonly Stretch[] {
  const found: Stretch[] = []
  let below = 0
  for (const [at, line] of lines.entries()) {
    const sign = signs.exec(line)?.[0] ?? ''
    const rest = line.slice(sign.length)
    const isAlone = !signs.test(lines[at - 1] ?? '') && !signs.test(lines[at + 1] ?? '')
    const isQuote = sign !== '' && !(isAlone && comparison.test(rest))
    const isHead = !isQuote && isHeadAt(lines, at) && !isParting(lastLineWithText(lines, at))
    if (isHead && below < deepest) below++
    const depth = below + (isQuote ? sign.replaceAll(' ', '').length : 0)
    const last = found.at(-1)
    const own = isQuote ? rest : line
    if (last?.depth === depth) last.lines.push(own)
    else found.push({ depth, lines: [own] })
    if (!isQuote && below < deepest && isParting(line)) below++
  }
  return found
}

/** Of the two lines above: programs leave one blank at most. */
const lastLineWithText = (lines: readonly string[], at: number): string =>
  lines[at - 1]?.trim() || (lines[at - 2] ?? '')
