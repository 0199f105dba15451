import { FormatterFault } from './formatter.ts'

/** How a country writes a number: its trunk prefix, and groups by the length of the national number. */
interface Plan {
  readonly region: string
  /** Dialled before the number inside the country. */
  readonly trunk: string
  /** First rule whose pattern the national number begins with: sizes of the groups; the last takes the rest. */
  readonly groups: readonly (readonly [starts: RegExp, sizes: readonly number[], joint?: string])[]
}

const any = /^/
const pairs = [1, 2, 2, 2, 2]

/**
 * Calling codes with their customary grouping, after the national conventions that ITU-T E.123 lists. Area codes of
 * variable length (Germany, Austria) are told by their commonest codes.
 */
const plans: Readonly<Record<string, Plan>> = {
  '1': { region: 'US', trunk: '', groups: [[any, [3, 3, 4], '-']] },
  '30': { region: 'GR', trunk: '', groups: [[any, [3, 3, 4]]] },
  '31': {
    region: 'NL',
    trunk: '0',
    groups: [
      [/^6/, [1, 8]],
      [/^(?:1[035]|2[0346]|3[03568]|4[0356]|5[0358]|7[0-9])/, [2, 3, 4]],
      [any, [3, 3, 3]],
    ],
  },
  '32': {
    region: 'BE',
    trunk: '0',
    groups: [
      [/^4/, [3, 2, 2, 2]],
      [/^[2349]/, [1, 3, 2, 2]],
      [any, [2, 2, 2, 2]],
    ],
  },
  '33': { region: 'FR', trunk: '0', groups: [[any, pairs]] },
  '34': { region: 'ES', trunk: '', groups: [[any, [3, 3, 3]]] },
  '351': { region: 'PT', trunk: '', groups: [[any, [3, 3, 3]]] },
  '352': {
    region: 'LU',
    trunk: '',
    groups: [
      [/^6/, [3, 3, 3]],
      [any, [2, 2, 2, 2]],
    ],
  },
  '353': {
    region: 'IE',
    trunk: '0',
    groups: [
      [/^8/, [2, 3, 4]],
      [/^1/, [1, 3, 4]],
      [any, [2, 3, 4]],
    ],
  },
  '358': {
    region: 'FI',
    trunk: '0',
    groups: [
      [/^[45]/, [2, 3, 4]],
      [any, [1, 3, 4]],
    ],
  },
  '36': {
    region: 'HU',
    trunk: '06',
    groups: [
      [/^1/, [1, 3, 4]],
      [any, [2, 3, 4]],
    ],
  },
  '39': {
    region: 'IT',
    trunk: '',
    groups: [
      [/^3/, [3, 3, 4]],
      [/^0[26]/, [2, 4, 4]],
      [any, [3, 3, 4]],
    ],
  },
  '41': { region: 'CH', trunk: '0', groups: [[any, [2, 3, 2, 2]]] },
  '420': { region: 'CZ', trunk: '', groups: [[any, [3, 3, 3]]] },
  '421': {
    region: 'SK',
    trunk: '0',
    groups: [
      [/^2/, [1, 4, 4]],
      [/^9/, [3, 3, 3]],
      [any, [2, 3, 4]],
    ],
  },
  '43': {
    region: 'AT',
    trunk: '0',
    groups: [
      [/^1/, [1, 12]],
      [/^6/, [3, 12]],
      [any, [3, 12]],
    ],
  },
  '44': {
    region: 'GB',
    trunk: '0',
    groups: [
      [/^7/, [4, 6]],
      [/^2/, [2, 4, 4]],
      [/^(?:1[0-9]1|11|[389])/, [3, 3, 4]],
      [any, [4, 6]],
    ],
  },
  '45': { region: 'DK', trunk: '', groups: [[any, [2, 2, 2, 2]]] },
  '46': {
    region: 'SE',
    trunk: '0',
    groups: [
      [/^7/, [2, 3, 2, 2]],
      [/^8/, [1, 3, 3, 2]],
      [any, [2, 3, 2, 2]],
    ],
  },
  '47': {
    region: 'NO',
    trunk: '',
    groups: [
      [/^[49]/, [3, 2, 3]],
      [any, [2, 2, 2, 2]],
    ],
  },
  '48': {
    region: 'PL',
    trunk: '',
    groups: [
      [/^[5-8]/, [3, 3, 3]],
      [any, [2, 3, 2, 2]],
    ],
  },
  '49': {
    region: 'DE',
    trunk: '0',
    groups: [
      [/^1[567]/, [3, 12]],
      [/^(?:30|40|69|89)/, [2, 12]],
      [/^(?:2[0-9]1|3[0-9]1|4[0-9]1|5[0-9]1|6[0-9]1|7[0-9]1|8[0-9]1|9[0-9]1|800|700)/, [3, 12]],
      [any, [4, 12]],
    ],
  },
  '52': {
    region: 'MX',
    trunk: '',
    groups: [
      [/^(?:55|56|33|81)/, [2, 4, 4]],
      [any, [3, 3, 4]],
    ],
  },
  '55': {
    region: 'BR',
    trunk: '0',
    groups: [
      [/^\d{2}9\d{8}$/, [2, 5, 4], '-'],
      [any, [2, 4, 4], '-'],
    ],
  },
  '61': {
    region: 'AU',
    trunk: '0',
    groups: [
      [/^4/, [3, 3, 3]],
      [any, [1, 4, 4]],
    ],
  },
  '64': {
    region: 'NZ',
    trunk: '0',
    groups: [
      [/^2/, [2, 3, 4]],
      [any, [1, 3, 4]],
    ],
  },
  '7': { region: 'RU', trunk: '8', groups: [[any, [3, 3, 2, 2]]] },
  '81': {
    region: 'JP',
    trunk: '0',
    groups: [
      [/^[789]0/, [2, 4, 4], '-'],
      [/^[36]/, [1, 4, 4], '-'],
      [any, [2, 3, 4], '-'],
    ],
  },
  '86': {
    region: 'CN',
    trunk: '0',
    groups: [
      [/^1/, [3, 4, 4]],
      [any, [2, 4, 4]],
    ],
  },
  '91': { region: 'IN', trunk: '0', groups: [[any, [5, 5]]] },
}

/** Regions that share a calling code with the one that has the plan. */
const sharing: Readonly<Record<string, string>> = {
  CA: 'US',
  PR: 'US',
  GG: 'GB',
  JE: 'GB',
  IM: 'GB',
  VA: 'IT',
  KZ: 'RU',
}

/** All calling codes that have one or two digits; the others have three (ITU-T E.164, Annex). */
const shortCodes = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

const planOf = (region: string): readonly [code: string, plan: Plan] | undefined =>
  Object.entries(plans).find(([, plan]) => plan.region === (sharing[region] ?? region))

/**
 * A telephone number in groups: `international` (`+49 30 901820`) or `national` (`030 901820`) where the country's rules
 * are known, else always international. A number without country (`030…`) is one of `region`.
 */
export function groupedPhone(text: string, style: 'international' | 'national', region: string): string {
  const given = text.trim().replace(/^tel:/i, '')
  const stop = (): FormatterFault =>
    new FormatterFault(
      'wrong_kind',
      '"phone" wants a telephone number and got a text that is none.',
      'Such as "+4930901820".',
    )
  if (!/^[+\d\s()./\-\u00a0\u202f\u2010-\u2015]{4,40}$/.test(given)) throw stop()
  const home = planOf(region)
  let digits = given.replace(/\(0\)/, '').replaceAll(/\D/g, '')
  if (given.startsWith('00')) digits = digits.slice(2)
  else if (!given.startsWith('+')) {
    // Where the region is unknown the digits stay as they are: nothing is guessed.
    if (home === undefined) return given
    const [code, { trunk }] = home
    const national = trunk !== '' && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits
    digits = code + national
  }
  if (digits.length < 7 || digits.length > 15) throw stop()
  const length = shortCodes.exec(digits)?.[0].length ?? 3
  const [code, national] = [digits.slice(0, length), digits.slice(length)]
  const plan = plans[code]
  if (plan === undefined) return `+${code} ${inGroups(national, [3, 3, 3, 3, 3]).join(' ')}`
  const [, sizes, joint = ' '] = plan.groups.find(([starts]) => starts.test(national)) ?? [any, [3, 3, 4]]
  const groups = inGroups(national, sizes)
  if (style === 'international')
    return code === '55' || code === '1'
      ? `+${code} ${groups[0] ?? ''} ${groups.slice(1).join('-')}`
      : `+${code} ${groups.join(joint)}`
  if (code === '1' || code === '55') return `(${groups[0] ?? ''}) ${groups.slice(1).join('-')}`
  return plan.trunk + groups.join(joint)
}

function inGroups(digits: string, sizes: readonly number[]): readonly string[] {
  const groups: string[] = []
  let at = 0
  for (const [index, size] of sizes.entries()) {
    if (at >= digits.length) break
    // What is left over is no group of its own.
    const end = index === sizes.length - 1 || digits.length - at - size < 2 ? digits.length : at + size
    groups.push(digits.slice(at, end))
    at = end
  }
  return groups
}
