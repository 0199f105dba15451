import type { NameVotes } from './name-context.ts'
import type { Piece, TemplateNode, Variable } from './template.ts'

/** A line of the template that is one value and nothing else; `undefined` where it is more or less. */
type Line = Variable | undefined

const linesOf = (pieces: readonly Piece[]): Line[] => {
  const lines: Line[] = []
  let alone: Variable | undefined
  let more = false
  const end = (): void => {
    lines.push(more ? undefined : alone)
    alone = undefined
    more = false
  }
  for (const piece of pieces) {
    if (piece.kind === 'constant') {
      for (const [index, text] of piece.text.split('\n').entries()) {
        if (index > 0) end()
        if (text.trim() !== '') more = true
      }
    } else if (piece.kind === 'option' || alone !== undefined) more = true
    else alone = piece.variable
  }
  end()
  return lines
}

const maxLine = 100

/** Whether most of the values are of a form. */
const mostly = (variable: Variable, form: RegExp): boolean => {
  const values = variable.values.flatMap((value) => (value === undefined ? [] : [value.trim()]))
  return values.filter((value) => value.length <= maxLine && form.test(value)).length * 2 > values.length
}

/** Postcode and place: "79098 Freiburg", "F-67000 Strasbourg", "1234 AB Delft", "Boston, MA 02108", "London SW1A 1AA". */
const place =
  /^(?:\p{Lu}{1,3}[- ])?\d[\d -]{2,8}(?: ?\p{Lu}{2})? \p{L}[^\d]*$|\p{L}[, ]+\p{Lu}{2} \d{5}(?:-\d{4})?$|\p{Lu}{1,2}\d[\p{Lu}\d]? ?\d\p{Lu}{2}$/u
/** "Lindenweg 7", "Am Markt 12a", "221B Baker Street", "Rue de l’Église 3". */
const street = /\p{L}[ ,.]+\d{1,5}(?: ?\p{L})?(?: ?[-/] ?\d{1,5}(?: ?\p{L})?)?$|^\d{1,5} ?\p{L}?,? \p{L}{2}/u
/** "12 Oak Lane, Leeds LS1 4AB": all in one line. */
const wholeAddress = /^(?:\d{1,5} ?\p{L}?,? \p{L}{2}[^,]*|\p{L}[^,]*[ .]\d{1,5} ?\p{L}?),/u
const honorific =
  /^(?:frau|herrn?|familie|firma|mrs?|ms|miss|mx|madame|monsieur|mme|m|mlle|se\u00f1ora?|sra?|do\u00f1a|don|signora?|sig|senhora?|mevrouw|de heer|dhr|mevr|pani?|fru)\.?$/iu

/**
 * Names the lines of an address, which no label names: a line of postcode and place, the street above it, whom it is
 * addressed to above that, and the form of address above the name.
 */
export const voteByAddress = (nodes: readonly TemplateNode[], votes: NameVotes): void => {
  const vote = (variable: Variable, words: readonly string[]): void => {
    votes.set(variable, [...(votes.get(variable) ?? []), { words, worth: 2 }])
  }
  const lines: Line[] = []
  for (const node of nodes) {
    if (node.kind === 'leaf') for (const item of node.slots.flatMap(linesOf)) lines.push(item)
    else {
      lines.push(undefined)
      if (node.kind !== 'loop') voteByAddress(node.children, votes)
    }
  }
  for (const [at, line] of lines.entries()) {
    if (line === undefined || !mostly(line, place)) continue
    const isWhole = mostly(line, wholeAddress)
    vote(line, [isWhole ? 'address' : 'city'])
    let above = at - 1
    const streetLine = lines[above]
    if (!isWhole && streetLine !== undefined && mostly(streetLine, street)) {
      vote(streetLine, ['street'])
      above -= 1
    }
    const name = lines[above]
    if (name === undefined) continue
    vote(name, ['recipient', 'name'])
    const title = lines[above - 1]
    if (title !== undefined && mostly(title, honorific)) vote(title, ['honorific'])
  }
}
