import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import { addTextBlocks } from '@chancery/reading/text/text-blocks'

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

/** Stands over an older message that follows without signs, as Outlook and other programs write it. */
const older =
  /^-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|message transféré|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|mensagem encaminhada|oorspronkelijk bericht|doorgestuurd bericht|wiadomość oryginalna) ?-{2,}$/i
/** Of messages that each quote an older one. */
const deepest = 20

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
    const depth = below + (isQuote ? sign.replaceAll(' ', '').length : 0)
    const last = found.at(-1)
    const own = isQuote ? rest : line
    if (last?.depth === depth) last.lines.push(own)
    else found.push({ depth, lines: [own] })
    if (!isQuote && below < deepest && older.test(line.trim())) below++
  }
  return found
}
