import juice from 'juice/client'

// Tags are filled by now, and what looks like one is a value: nothing is set aside.
for (const name of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[name]

/**
 * Filled html with its style sheets written into the elements that they style, as `style` attributes. What an attribute
 * cannot say (media queries, fonts, key frames, states) stays in the sheet. Nothing is fetched; character references, and
 * with them the escaping of values, stay as they are.
 */
export const inlinedCss = (html: string): string => juice(html)
