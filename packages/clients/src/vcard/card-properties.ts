import type { CardProperty } from '@chancery/core'
import { type ContentLine, parameterValues } from '@chancery/formats/content-lines'

/** More is no contact's property, and is kept as its value alone. */
const [maxParameters, maxParameterValues, maxParameterLength, maxText] = [20, 20, 500, 2000]

/** How a value is encoded says nothing of it once it is decoded; what is no parameter, but as jCard has it, is read apart. */
const others = new Set(['ENCODING', 'CHARSET', 'VALUE', 'GROUP'])

/** What a property says beside its text; absent where its text is all. @param text its value, decoded */
export function cardPropertyOf(line: ContentLine, text: string): CardProperty | undefined {
  if (text.length > maxText) return undefined
  const parameters = keptParameters(line)
  const isEncoded = line.parameters.has('ENCODING')
  const group = /^[a-z\d-]{1,50}$/.test(line.group) ? line.group : ''
  return {
    name: line.name,
    ...(group === '' ? {} : { group }),
    ...(parameters === undefined ? {} : { parameters }),
    text,
    ...(isEncoded || line.raw.length > 2 * maxText ? {} : { raw: line.raw }),
  }
}

type KeptParameters = CardProperty['parameters']

/** By the parameters as they were read: lines of many cards have the same. */
const known = new WeakMap<ContentLine['parameters'], { readonly kept: KeptParameters }>()

function keptParameters(line: ContentLine): KeptParameters {
  const before = known.get(line.parameters)
  if (before !== undefined) return before.kept
  const all = [...parameterValues(line)].filter(([name]) => !others.has(name) && /^[A-Z\d-]{1,50}$/.test(name))
  const parameters = all
    .slice(0, maxParameters)
    .map(([name, values]): [string, readonly string[]] => [
      name,
      values.slice(0, maxParameterValues).map((value) => plain(value).slice(0, maxParameterLength)),
    ])
  const type = line.parameters.get('VALUE')?.[0]?.toLowerCase() ?? 'text'
  if (type !== 'text' && type !== 'unknown' && /^[a-z\d-]{1,50}$/.test(type)) parameters.push(['VALUE', [type]])
  const kept = parameters.length === 0 ? undefined : Object.fromEntries(parameters)
  known.set(line.parameters, { kept })
  return kept
}

/** Without control characters but line breaks. */
const plain = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- these are what is taken out.
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
    .trim()
