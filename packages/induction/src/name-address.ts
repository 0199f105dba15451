import type { NameVotes } from './name-votes.ts'
import type { Piece, TemplateNode, Variable } from './template.ts'
import {
  always,
  honorific,
  mostly,
  personLike,
  placeLike,
  postcode,
  postcodeAndPlace,
  presentValues,
  street,
  titledPerson,
  wholeAddress,
} from './value-forms.ts'

/** A line of the template: its values, and the text around them. */
interface Line {
  readonly values: Variable[]
  text: string
  /** How much text stands before its first value. */
  indent: number
}

const noLine: Line = { values: [], text: '-', indent: 1 }

const linesOf = (pieces: readonly Piece[]): readonly Line[] => {
  const lines: Line[] = [{ values: [], text: '', indent: 0 }]
  for (const piece of pieces) {
    const line = lines.at(-1)!
    if (piece.kind === 'option') line.text += '-'
    else if (piece.kind === 'variable') line.values.push(piece.variable)
    else {
      const [first = '', ...more] = piece.text.split('\n')
      line.text += first
      if (line.values.length === 0) line.indent += first.length
      for (const text of more) lines.push({ values: [], text, indent: text.length })
    }
  }
  return lines
}

/** The value that a line is, and nothing else. */
const valueOf = ({ values, text }: Line = noLine): Variable | undefined =>
  values.length === 1 && text.trim() === '' ? values[0] : undefined

/**
 * Names the lines of an address, which no label names: a line of postcode and place, the street above it, whom it is
 * addressed to above that, and the form of address above the name.
 */
export const voteByAddress = (nodes: readonly TemplateNode[], votes: NameVotes): void => {
  const lines: Line[] = []
  for (const node of nodes) {
    if (node.kind === 'leaf') for (const item of node.slots.flatMap(linesOf)) lines.push(item)
    else {
      lines.push(noLine)
      if (node.kind !== 'loop') voteByAddress(node.children, votes)
    }
  }
  for (const [at, line] of lines.entries()) {
    voteBelowName(line, lines[at - 1], lines[at - 2], votes)
    const found = votesOfTown(line)
    for (const [variable, word] of found) votes.add(variable, [word], 2)
    if (found.length === 0) continue
    let above = at - 1
    const streetLine = valueOf(lines[above])
    const isBelowName = isNameOf(valueOf(lines[above - 1])) && !isNameOf(streetLine)
    if (
      found.every(([, word]) => word !== 'address') &&
      streetLine !== undefined &&
      (mostly(streetLine, street) || isBelowName)
    ) {
      votes.add(streetLine, ['street'], 2)
      above -= 1
    }
    const name = valueOf(lines[above])
    if (name === undefined) continue
    votes.add(name, ['recipient', 'name'], 2)
    const title = valueOf(lines[above - 1])
    if (title !== undefined && mostly(title, honorific)) votes.add(title, ['honorific'], 2)
  }
}

/** As what somebody signs: a line of words right below the name, which has no third line of one block above it. */
const voteBelowName = (line: Line, name: Line | undefined, above: Line | undefined, votes: NameVotes): void => {
  const role = valueOf(line)
  const isSaid =
    role !== undefined && role.type === 'text' && mostly(role, words) && !always(presentValues(role), personLike)
  if (isSaid && isNameOf(valueOf(name)) && valueOf(above) === undefined) votes.add(role, ['position'], 1.2)
}
const words = /^\p{L}[\p{L}\p{M} '’&/.-]*$/u

/** Whether most values of a line are people: what stands between them and the town is a street, though it is a house or a farm. */
const isNameOf = (line: Variable | undefined): boolean =>
  line !== undefined && (mostly(line, personLike) || mostly(line, titledPerson))

/** What the values of a line of postcode and place are; empty for any other line. */
function votesOfTown(line: Line): readonly (readonly [Variable, string])[] {
  const whole = valueOf(line)
  if (whole !== undefined) {
    if (!mostly(whole, postcodeAndPlace)) return []
    return [[whole, mostly(whole, wholeAddress) ? 'address' : 'city']]
  }
  const text = line.text.replaceAll(/[\s,]/g, '')
  const code = line.values.find((value) => mostly(value, postcode))
  const town = line.values.find((value) => value !== code && mostly(value, placeLike))
  if (code === undefined || line.values.length !== (town === undefined ? 1 : 2)) return []
  // The town may be the same in all samples.
  if (town === undefined) return line.indent === 0 && placeLike.test(line.text.trim()) ? [[code, 'postcode']] : []
  return text === ''
    ? [
        [code, 'postcode'],
        [town, 'city'],
      ]
    : []
}
