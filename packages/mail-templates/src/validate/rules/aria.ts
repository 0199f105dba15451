import {
  attributesOfRoles,
  countsOfAria,
  homesOfRoles,
  namedRoles,
  ofWidgets,
  ownRoles,
  partsOfRoles,
  rolesOfElements,
  withoutState,
  wordsOfAria,
} from '../../page/aria-data.ts'
import { around, type HtmlPage } from '../../page/html-page.ts'
import type { HtmlTag } from '../../parse/html-tokens.ts'
import { holdsTag, htmlRule, type Words } from '../rule.ts'

/** How far up it is looked for what a role belongs to. */
const reach = 6

const written = ({ attributes }: HtmlTag): string =>
  attributes.get('role')?.value.trim().toLowerCase().split(/\s/, 1)[0] ?? ''
const roleOf = (tag: HtmlTag): string => written(tag) || (rolesOfElements.get(tag.name) ?? '')

/** Attributes that only screen readers say. */
const ofOwnWords = ['aria-label', 'aria-labelledby', 'aria-describedby']

const isNamed = ({ attributes }: HtmlTag): boolean =>
  ['aria-label', 'aria-labelledby', 'title', 'alt'].some((name) => (attributes.get(name)?.value.trim() ?? '') !== '')

/** The elements that hold a part of what their role is made of. */
function withParts({ elements }: HtmlPage): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { tag, parent } of elements) {
    const role = roleOf(tag)
    if (role === '') continue
    let at = parent
    for (let up = 0; up < reach && at !== -1; up += 1) {
      const outer = elements[at]
      if (outer !== undefined && partsOfRoles.get(written(outer.tag))?.has(role) === true) {
        found.add(at)
        break
      }
      at = outer?.parent ?? -1
    }
  }
  return found
}

/** What is wrong about the value of an attribute of WAI-ARIA. */
function oddValue(name: string, value: string): Words | undefined {
  const lower = value.trim().toLowerCase()
  const message = `${name} cannot be "${value.slice(0, 60)}".`
  const words = wordsOfAria.get(name)
  if (words !== undefined && !words.has(lower)) return { message, hint: `Write ${[...words].join(', ')}.` }
  return countsOfAria.has(name) && !/^-?\d{1,9}$/.test(lower) ? { message, hint: 'Write a number.' } : undefined
}

/** Roles that lack what they need, values that ARIA does not know, and what is kept from screen readers by mistake. */
export const aria = htmlRule(({ page, parsed }, tell) => {
  let parts: ReadonlySet<number> | undefined
  for (const [index, element] of page.elements.entries()) {
    const { tag } = element
    for (const [name, attribute] of tag.attributes) {
      const odd =
        name.startsWith('aria-') && !holdsTag(parsed, attribute.start, attribute.end)
          ? oddValue(name, attribute.value)
          : undefined
      if (odd !== undefined) tell('invalid_attribute', attribute, odd)
      else if (ofWidgets.has(name) && withoutState.has(tag.name) && !tag.attributes.has('role'))
        tell('invalid_attribute', attribute, {
          message: `${name} says nothing of <${tag.name}>, which has no such state.`,
          hint: 'Take it out, or use the element that has it.',
        })
    }
    const hidden = tag.attributes.get('aria-hidden')
    if (hidden !== undefined && /^\s*true\s*$/i.test(hidden.value) && /^(?:body|html|main|h[1-6])$/.test(tag.name))
      tell('hidden_text', hidden, {
        message: `<${tag.name}> is kept from screen readers: nobody hears ${tag.name.startsWith('h') && tag.name !== 'html' ? 'that a part begins' : 'anything of the message'}.`,
        hint: 'Take aria-hidden out.',
      })
    const role = written(tag)
    const place = tag.attributes.get('role')
    if (place === undefined || holdsTag(parsed, place.start, place.end)) continue
    if (role === '') {
      tell('invalid_role', place, {
        message: 'The role is empty.',
        hint: 'Write one, or take it out.',
        severity: 'info',
      })
      continue
    }
    if (ownRoles.get(tag.name) === role)
      tell('invalid_role', place, {
        message: `<${tag.name}> has the role "${role}" anyhow.`,
        hint: 'Take the role out.',
        severity: 'info',
      })
    if (/^(?:none|presentation)$/.test(role) && ofOwnWords.some((name) => tag.attributes.has(name)))
      tell('invalid_role', place, {
        message: `The role "${role}" says that the element is not read out, and it has words that are to be.`,
        hint: 'Take the role or the words out.',
        severity: 'info',
      })
    const needed = attributesOfRoles.get(role)
    if (needed !== undefined && tag.name !== 'input' && !tag.attributes.has(needed))
      tell('invalid_role', place, {
        message: `The role "${role}" says nothing without ${needed}.`,
        hint: `Add ${needed}.`,
      })
    const homes = homesOfRoles.get(role)
    if (homes !== undefined && !isAtHome(page, element.parent, homes))
      tell('invalid_role', place, {
        message: `The role "${role}" stands in no "${[...homes][0]}".`,
        hint: 'Use the element of HTML, or give the one around it that role.',
      })
    if (partsOfRoles.has(role) && !(parts ??= withParts(page)).has(index) && !holdsTag(parsed, tag.end, element.end))
      tell('invalid_role', place, {
        message: `The role "${role}" holds no "${[...(partsOfRoles.get(role) ?? [])][0]}".`,
        hint: 'Use the elements of HTML, or give those inside their roles.',
      })
    if (namedRoles.has(role) && tag.name !== 'img' && tag.name !== 'svg' && !isNamed(tag))
      tell('no_alternative_text', place, {
        message: `The role "${role}" needs words, which are read out for it.`,
        hint: 'Add aria-label.',
      })
  }
})

/** Whether an element that holds such a part is around; those between that have no role are left out of account. */
function isAtHome(page: HtmlPage, parent: number, homes: ReadonlySet<string>): boolean {
  for (const { tag } of around(page, parent, reach)) {
    const role = roleOf(tag)
    if (homes.has(role)) return true
  }
  return false
}
