import type { ImageReference } from '@chancery/core'
import type { BlockSink, BlockTraits, TableRows, TableTraits, TextType } from '@chancery/reading/model/block-sink'

/** Stands over an older message that follows without signs, as Outlook and other programs write it. */
const parting =
  /^-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|message transféré|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|mensagem encaminhada|oorspronkelijk bericht|doorgestuurd bericht|wiadomość oryginalna) ?-{2,}$/i
const from = /^\*?(?:from|von|de|da|van|od|från|fra) ?:.*\S/i
const sent =
  /^\*?(?:sent|date|gesendet|datum|envoyé(?: le)?|enviad[ao](?: el| em)?|fecha|data|inviato|verzonden|wysłano|skickat|sendt) ?:/i
const to = /^\*?(?:to|an|à|para|a|aan|do|till|til) ?:/i
/** Headers that programs write above an older message: from, sent, to, copies, subject, importance. */
const mostHeaders = 7
/** Of messages that each quote an older one. */
export const deepest = 20

export const isParting = (line: string): boolean => parting.test(line.trim())

/** Whether the headers of an older message begin at a line. */
export function isHeadAt(lines: readonly string[], at: number): boolean {
  if (!from.test(lines[at] ?? '')) return false
  const others = lines.slice(at + 1, at + mostHeaders)
  return others.some((line) => sent.test(line)) && others.some((line) => to.test(line))
}

/** Passes the blocks of an HTML mail on: what stands below the headers of an older message is its quote. */
export class OlderMessages implements BlockSink {
  private readonly sink: BlockSink
  private depth = 0

  constructor(sink: BlockSink) {
    this.sink = sink
  }

  block(type: TextType, text: string, traits: BlockTraits = {}): number | undefined {
    const lines = text.split('\n', mostHeaders + 1)
    const beginsOlder = isHeadAt(lines, isParting(lines[0] ?? '') ? 1 : 0)
    if (beginsOlder && traits.quote === undefined && this.depth < deepest) this.depth++
    return this.sink.block(type, text, this.quoted(traits))
  }

  figure(image: ImageReference, traits: TableTraits = {}): number | undefined {
    return this.sink.figure(image, this.quoted(traits))
  }

  table(rows: TableRows, headerRows: number, traits: TableTraits = {}): number | undefined {
    return this.sink.table(rows, headerRows, this.quoted(traits))
  }

  private quoted<Traits extends TableTraits>(traits: Traits): Traits {
    return this.depth === 0 ? traits : { ...traits, quote: this.depth + (traits.quote ?? 0) }
  }
}
