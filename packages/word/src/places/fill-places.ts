import type { Finding } from '@chancery/core'
import type { ChartValue } from '@chancery/tags'
import type { FilledCharts } from '../charts/filled-charts.ts'
import { signs } from '../template/carried-tags.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import type { Inserts } from '../runs/inserts.ts'
import { decodeXml } from '../xml/scan-xml.ts'
import type { PackageAdditions } from '../package/package-additions.ts'
import { type Place, runEnd, runStart } from '../template/carried-places.ts'
import { linkTarget } from './link-target.ts'

export interface PlacesContext {
  readonly places: readonly Place[]
  readonly inserts: Inserts
  readonly additions: PackageAdditions
  readonly findings: Finding[]
  readonly charts: FilledCharts
}

const sign = new RegExp(`${signs.place}(\\d{1,9})([${signs.text}${signs.end}])`, 'y')
const lineBreak = '</w:t><w:br/><w:t xml:space="preserve">'

/** What a run that holds a place's text says, as plain text; lines are parted by `\n`. */
export const placeText = (xml: string, inserts: Inserts): string => textOf(inserts.plain(withLines(xml)))

const withLines = (xml: string): string => xml.replaceAll(lineBreak, '\n')
const textOf = (xml: string): string => decodeXml(xml.replaceAll(/<[^<>]*>/g, ''))

/**
 * Writes what the runs of `carryTemplate` were filled with to the places that they are for (attributes, relations, field
 * codes), and takes the runs out. Fields and controls are left for `fillFields`. Linear.
 */
export function fillPlaces(xml: string, part: string, label: string, context: PlacesContext): string {
  const { places, inserts } = context
  const values = new Map<number, string>()
  const charts = new Map<number, ChartValue>()
  const pieces: string[] = []
  let at = 0
  for (let start = xml.indexOf(signs.place); start !== -1; start = xml.indexOf(signs.place, at)) {
    sign.lastIndex = start
    const found = sign.exec(xml)
    const number = Number(found?.[1])
    const place = places[number]
    if (found === null || place === undefined) {
      pieces.push(xml.slice(at, start))
      at = start + 1
      continue
    }
    if (found[2] === signs.end) {
      const before = xml.slice(at, start)
      at = start + found[0].length
      const written =
        place.kind === 'chart'
          ? context.charts.relationOf(
              part,
              place,
              place.texts.map((each) => charts.get(each)).find((each) => each !== undefined),
            )
          : write(place, values.get(number) ?? '', part, label, context)
      if (written === undefined && /<w:hyperlink\b[^<>]*\sr:id="$/.test(before.slice(-2000)) && xml[at] === '"') {
        // A link without an address is only text.
        pieces.push(before.slice(0, before.lastIndexOf(' r:id="')))
        at++
      } else pieces.push(before, written ?? '')
      continue
    }
    const end = xml.indexOf(signs.end, start)
    const until = end === -1 ? xml.length : end + 1
    if (place.kind === 'control' || place.kind === 'formField' || place.kind === 'result') {
      pieces.push(xml.slice(at, until))
      at = until
      continue
    }
    const text = xml.slice(start + found[0].length, until - 1)
    const chart = inserts.valuesIn(text).find((value) => value.rich === 'chart')
    if (chart === undefined) charts.delete(number)
    else charts.set(number, chart)
    const written = textOf(inserts.written(withLines(text)))
    values.set(number, chart === undefined ? written : written.trim() || (chart.title ?? ''))
    const isRun = xml.startsWith(runStart, start - runStart.length) && xml.startsWith(runEnd, until)
    pieces.push(xml.slice(at, isRun ? start - runStart.length : start))
    at = isRun ? until + runEnd.length : until
  }
  return [...pieces, xml.slice(at)].join('')
}

/** What is written in the place; `undefined` for a link that leads nowhere. */
function write(place: Place, text: string, part: string, label: string, context: PlacesContext): string | undefined {
  switch (place.kind) {
    case 'attribute':
      return escapeXml(text.replaceAll('\n', ' '))
    case 'address': {
      const target = linkTarget(text)
      if (target === undefined) noteUnsafe(label, context)
      if (target === undefined || target.trim() === '') return undefined
      return context.additions.relate(part, 'hyperlink', target.replaceAll('\n', ''), true)
    }
    case 'code':
      return escapeXml(place.isAddress ? addressCode(text, label, context) : quotedCode(text))
    default:
      return ''
  }
}

/** The code of a HYPERLINK field: what stands in quotation marks is its address, and what follows `\l` or `\o` text. */
function addressCode(text: string, label: string, context: PlacesContext): string {
  const open = quoteIn(text, 0)
  const close = open === -1 ? -1 : quoteIn(text, open + 1)
  if (close === -1) return quotedCode(text)
  const address = text.slice(open + 1, close)
  const isLocal = /\\[a-z]\s*$/i.test(text.slice(0, open))
  const target = isLocal ? quotedCode(address) : linkTarget(address)
  if (target === undefined) noteUnsafe(label, context)
  const safe = (target ?? '').replaceAll(/["\n]/g, '')
  return `${text.slice(0, open + 1)}${safe}"${quotedCode(text.slice(close + 1))}`
}

/** The next quotation mark that is not a value's; `from` is in none. */
function quoteIn(text: string, from: number): number {
  let isValue = false
  for (let at = from; at < text.length; at++) {
    if (text[at] === signs.value) isValue = !isValue
    else if (!isValue && text[at] === '"') return at
  }
  return -1
}

/** A value within a field code must not end the text that it stands in. */
const quotedCode = (text: string): string =>
  text
    .split(signs.value)
    .map((piece, index) =>
      index % 2 === 1 ? piece.replaceAll(/["\\\n]/g, (char) => (char === '\n' ? ' ' : `\\${char}`)) : piece,
    )
    .join('')

function noteUnsafe(label: string, { findings }: PlacesContext): void {
  if (findings.some(({ code, location }) => code === 'unsafe_address' && location?.part === label)) return
  findings.push({
    code: 'unsafe_address',
    severity: 'warning',
    message: 'The address of a link would run code, or has a scheme that data may not choose; the link was taken out.',
    hint: 'Give an address that begins with https://, http://, mailto: or tel:.',
    location: { part: label },
  })
}
