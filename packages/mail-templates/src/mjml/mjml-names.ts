import { suggest } from '@chancery/core'

const wordsIn = (text: string): readonly string[] => text.split(' ')

/** MJML's elements (documentation.mjml.io). */
const elements = wordsIn(
  'mjml mj-head mj-body mj-attributes mj-all mj-class mj-breakpoint mj-font mj-html-attributes mj-selector mj-html-attribute ' +
    'mj-preview mj-style mj-title mj-accordion mj-accordion-element mj-accordion-title mj-accordion-text mj-button mj-carousel ' +
    'mj-carousel-image mj-column mj-divider mj-group mj-hero mj-image mj-navbar mj-navbar-link mj-raw mj-section mj-social ' +
    'mj-social-element mj-spacer mj-table mj-text mj-wrapper',
)

/** Their attributes, whichever element has them. */
const attributes = wordsIn(
  'align alt background-color background-height background-position background-repeat background-size background-url ' +
    'background-width base-url border border-bottom border-color border-left border-radius border-right border-style border-top ' +
    'border-width cellpadding cellspacing color container-background-color css-class direction fluid-on-mobile font-family ' +
    'font-size font-style font-weight full-width hamburger height href icon-align icon-height icon-padding icon-position ' +
    'icon-size icon-width inline inner-background-color inner-border inner-border-radius inner-padding left-icon letter-spacing ' +
    'line-height max-height mj-class mode name padding padding-bottom padding-left padding-right padding-top rel right-icon ' +
    'sizes src srcset table-layout target text-align text-decoration text-padding text-transform thumbnails title usemap ' +
    'vertical-align width',
)

/** What was meant by the names in a fault that MJML tells; `undefined` where nothing is near. */
export function meantNames(message: string): string | undefined {
  const element = /^Element (\S+) doesn't exist/.exec(message)?.[1]
  const wrong =
    element === undefined ? (/^Attributes? (.{1,400}) (?:is|are) illegal/.exec(message)?.[1] ?? '') : element
  const meant = wrong.split(', ').flatMap((name) => suggest(name, element === undefined ? attributes : elements) ?? [])
  return meant.length === 0 ? undefined : `Did you mean ${meant.map((name) => `"${name}"`).join(', ')}?`
}
