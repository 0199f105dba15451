import { suggest } from '@chancery/core'
import { colorOf } from '@chancery/tags'
import { colorAttributes, counts, flags, isFlagWord, wordsOfAttributes } from '../../page/html-values-data.ts'
import { type HtmlTag, valueRange } from '../../parse/html-tokens.ts'
import { htmlRule, holdsTag } from '../rule.ts'

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Roles of WAI-ARIA 1.2 that a page may have. */
const roles = setOf(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img image insertion link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem comment mark',
)
const dimensions = setOf('width height')

/** Words for kinds, by element. */
const kinds: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['ol', setOf('1 a i')],
  ['ul', setOf('disc circle square none')],
  ['button', setOf('submit reset button')],
  [
    'input',
    setOf(
      'button checkbox color date datetime-local email file hidden image month number password radio range reset search submit tel text time url week',
    ),
  ],
])

const checked = new Set([
  'size',
  'start',
  'value',
  ...wordsOfAttributes.keys(),
  ...flags,
  ...counts,
  ...dimensions,
  ...colorAttributes,
  'border',
  'role',
  'tabindex',
  'target',
  'id',
  'type',
])

/** A name with the sign that it has in a selector. */
const ofSelector = /(?:^|\s)[.#][a-z_]/i

/** Values that an attribute cannot have. */
export const htmlAttributes = htmlRule(({ starts, parsed }, tell) => {
  const labelled = new Set(
    starts.flatMap(({ name, attributes }) => (name === 'label' ? (attributes.get('for')?.value.trim() ?? []) : [])),
  )
  for (const tag of starts) {
    for (const [name, attribute] of tag.attributes) {
      // Words of an editor: what stands between such marks is a word of the value, and the rest are other attributes.
      if (/^[“”„«‘’]/.test(attribute.value) && isBare(parsed.field.source, attribute)) {
        tell('invalid_attribute', attribute, {
          message: `The value of ${name.slice(0, 40)} stands in typographic quotation marks, which belong to it then.`,
          hint: 'Write plain quotation marks.',
        })
        continue
      }
      // The rest of a value that stands in no marks: `style=color:red; font-size:12px`.
      if (
        attribute.value === '' &&
        /^[a-z-]{2,40}:[^/]*$|;$/.test(name) &&
        !/^(?:xmlns|xml|xlink|v|o|w|x|th|v-\w+):/.test(name)
      )
        tell('invalid_attribute', attribute, {
          message: `"${name.slice(0, 40)}" is no attribute: a style stands in no quotation marks.`,
          hint: 'Write style="…".',
        })
      if ((name === 'class' || name === 'id') && ofSelector.test(attribute.value))
        tell('invalid_attribute', attribute, {
          message: `The sign of a selector stands in ${name}; no rule of a style sheet finds the element.`,
          hint: 'Write the name alone.',
        })
      if (name === 'class' && attribute.value.includes(' ') && !holdsTag(parsed, attribute.start, attribute.end)) {
        const classes = attribute.value.trim().split(/\s+/)
        if (new Set(classes).size < classes.length)
          tell('repeated_attribute', attribute, { message: 'A class is given twice.' })
      }
      if (/^aria-(?:label|labelledby|describedby)$/.test(name) && attribute.value.trim() === '')
        tell('invalid_attribute', attribute, {
          message: `${name} is empty.`,
          hint: 'Say what screen readers should, or take it out.',
        })
      if (!checked.has(name) && !name.startsWith('on')) continue
      if (holdsTag(parsed, attribute.start, attribute.end)) continue
      const value = attribute.value.trim()
      const lower = value.toLowerCase()
      const isWrong =
        wordsOfAttributes.get(name)?.has(lower) === false ||
        (flags.has(name) && !isFlagWord(name, lower)) ||
        (counts.has(name) && !/^\d{1,5}(?:px)?$/.test(lower)) ||
        (/^(?:col|row)span$/.test(name) && /^0+$/.test(lower)) ||
        (/^(?:start|value)$/.test(name) && /^(?:ol|li)$/.test(tag.name) && !/^-?\d{1,9}$/.test(lower)) ||
        (dimensions.has(name) && tag.name !== 'svg' && !/^(?:\d{1,5}(?:\.\d+)?(?:px|%)?|auto|\*)$/.test(lower)) ||
        (colorAttributes.has(name) &&
          (name !== 'text' || tag.name === 'body') &&
          value !== '' &&
          !/^(?:transparent|none|initial|inherit)$/.test(lower) &&
          colorOf(lower) === undefined &&
          !/^[\da-f]{6}$/.test(lower) &&
          !/^[a-z]{3,20}$/.test(lower)) ||
        (name === 'size' && tag.name === 'font' && !/^[+-]?[1-7]$/.test(lower)) ||
        (name === 'tabindex' && !/^[+-]?\d{1,5}$/.test(lower)) ||
        (name === 'border' && !/^\d{1,4}(?:px)?$/.test(lower))
      if (name === 'id' && /\s|^$/.test(value))
        tell('invalid_attribute', attribute, {
          message: value === '' ? 'An id is empty.' : 'An id has a space; nothing can lead to it.',
          hint: 'Write one word.',
        })
      const kind = name === 'type' ? kinds.get(tag.name) : undefined
      if (kind !== undefined && !kind.has(lower))
        tell('invalid_attribute', attribute, { message: `<${tag.name}> has no type "${value.slice(0, 40)}".` })
      const usual = lower === 'center' || lower === 'middle' ? misplacedWord(tag.name, name, lower) : undefined
      if (usual !== undefined)
        tell('invalid_attribute', attribute, {
          message: `${name} of <${tag.name}> cannot be "${lower}"; it is ignored.`,
          hint: `Write ${usual}.`,
          severity: 'info',
        })
      if (
        isWrong &&
        !(
          value === '' && /^(?:border|width|height|align|valign|clear|translate|contenteditable|spellcheck)$/.test(name)
        )
      )
        tell('invalid_attribute', attribute, { message: `${name} cannot be "${value.slice(0, 60)}".` })
      else if (tag.name === 'img' && dimensions.has(name) && /^0+(?:px)?$/.test(lower) && !isPixel(tag))
        tell('invalid_attribute', attribute, { message: `An image whose ${name} is 0 is not shown.` })
      else if ((dimensions.has(name) || counts.has(name) || name === 'border') && lower.endsWith('px'))
        tell('invalid_attribute', attribute, {
          message: `${name} is a number of pixels, without a unit.`,
          severity: 'info',
        })
      if (
        name === 'role' &&
        value !== '' &&
        !lower.split(/\s+/).every((role) => roles.has(role) || role.startsWith('doc-'))
      ) {
        // Editors mark their own parts so (`role="module"`), which is passed over; a slip loses the role that was meant.
        const meant = suggest(lower, roles)
        tell('invalid_role', attribute, {
          message: `There is no role "${value.slice(0, 60)}".`,
          ...(meant === undefined ? { severity: 'info' } : { hint: `Did you mean "${meant}"?` }),
        })
      }
      // As it is written, it names a window: links open in one and the same.
      if (name === 'target' && /^(?:blank|self|parent|top)$/.test(lower))
        tell('invalid_attribute', attribute, { message: `target is written "_${lower}", with an underscore.` })
      if (name === 'target' && lower.startsWith('_') && !/^_(?:blank|self|parent|top)$/.test(lower))
        tell('invalid_attribute', attribute, { message: `There is no target "${value.slice(0, 60)}".` })
      if (name === 'tabindex' && /^[1-9]/.test(value)) tell('tab_order', attribute)
      if (name === 'tabindex' && value === '-1' && tag.name === 'a' && !tag.attributes.has('aria-hidden'))
        tell('tab_order', attribute, {
          message: 'The keyboard does not reach this link.',
          hint: 'Take tabindex out, or add aria-hidden="true" where another link leads there.',
        })
      if (/^on[a-z]{3,}$/.test(name)) tell('event_handler', attribute)
    }
    const action = tag.name === 'form' ? tag.attributes.get('action') : undefined
    if (action !== undefined && /^\s*http:/i.test(action.value))
      tell('insecure_link', action, { message: 'A form sends what is written in it without encryption.' })
    if (tag.name === 'input' && /^password$/i.test(tag.attributes.get('type')?.value ?? '')) tell('password_field', tag)
    if (
      /^(?:input|select|textarea)$/.test(tag.name) &&
      !/^(?:hidden|submit|reset|button|image)$/i.test(tag.attributes.get('type')?.value ?? '') &&
      !tag.attributes.has('aria-label') &&
      !tag.attributes.has('aria-labelledby') &&
      !labelled.has(tag.attributes.get('id')?.value.trim() ?? '') &&
      !tag.attributes.has('title')
    )
      tell('unlabelled_field', tag)
  }
})

/** The word for the middle that was meant, where that of the other direction is written; images are set in a line of text. */
function misplacedWord(element: string, name: string, word: string): string | undefined {
  if (name === 'valign') return word === 'center' ? 'middle' : undefined
  return name === 'align' && word === 'middle' && !/^(?:img|input|object|embed|iframe)$/.test(element)
    ? 'center'
    : undefined
}

/** Whether an image is at most one pixel in both directions, which is told by its own name. */
const isPixel = ({ attributes }: HtmlTag): boolean =>
  ['width', 'height'].every((name) => /^[01](?:px)?$/.test(attributes.get(name)?.value.trim() ?? '1'))

/** Whether a value stands in no quotation marks. */
function isBare(source: string, attribute: Parameters<typeof valueRange>[1]): boolean {
  const [start] = valueRange(source, attribute)
  return !/["']/.test(source[start - 1] ?? '')
}
