import type { Slip } from './usual-slips.ts'

/** How people of other languages say that one value is compared with another; an "is" may stand before. */
const said: readonly (readonly [sign: string, words: string])[] = [
  [
    '>=',
    'größer oder gleich|mindestens|supérieure? ou égale? à|au moins|mayor o igual (?:que|a)|al menos|como mínimo|maggiore o uguale a|almeno|groter (?:dan )?of gelijk aan|minstens|ten minste|maior ou igual a|pelo menos|no mínimo',
  ],
  [
    '<=',
    'kleiner oder gleich|höchstens|inférieure? ou égale? à|au plus|au maximum|menor o igual (?:que|a)|como máximo|a lo sumo|minore o uguale a|al massimo|kleiner (?:dan )?of gelijk aan|hoogstens|ten hoogste|menor ou igual a|no máximo',
  ],
  [
    '>',
    '(?:größer|mehr|höher|über) (?:als)?|größer|über|(?:plus grande?|supérieure?|plus) (?:que|à|de)|(?:mayor|más|superior) (?:que|a|de)|(?:maggiore|superiore|più) (?:di|a)|(?:groter|meer|hoger) dan|(?:maior|mais|superior) (?:do que|que|a|de)',
  ],
  [
    '<',
    '(?:kleiner|weniger|niedriger) als|kleiner|unter|(?:plus petite?|inférieure?|moins) (?:que|à|de)|(?:menor|menos|inferior) (?:que|a|de)|(?:minore|inferiore|meno) (?:di|a)|(?:kleiner|minder|lager) dan|(?:menor|menos|inferior) (?:do que|que|a|de)',
  ],
  [
    '!=',
    "ist nicht|sind nicht|n'est pas|no es|non è|is niet|não é|nicht gleich|ungleich|différente? de|distint[oa] de|diferente de|divers[oa] da|niet gelijk aan",
  ],
  ['==', 'gleich|égale? à|igual (?:a|que)|uguale a|gelijk aan'],
]
const is = '(?:ist|est|es|è|é|is|sind|sont|son|sono|zijn|são) '

/** Comparisons in words of other languages than English, and the "is" before a number or a text. */
export const comparisonsInWords: readonly Slip[] = [
  ...said.map(([sign, words]): Slip => [
    new RegExp(String.raw`\s(?:${is})?(?:${words})\s(?=\S|$)`, 'giu'),
    ` ${sign} `,
  ]),
  [new RegExp(String.raw`\s${is}(?=$|\d|true$|false$)`, 'gu'), ' == '],
]
