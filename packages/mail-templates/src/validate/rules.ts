import type { Rule } from './rule.ts'
import { accessibility } from './rules/accessibility.ts'
import { clientCompatibility } from './rules/client-compatibility.ts'
import { htmlStructure } from './rules/html-structure.ts'
import { images } from './rules/images.ts'
import { links } from './rules/links.ts'
import { names } from './rules/names.ts'
import { parts } from './rules/parts.ts'
import { strayBraces } from './rules/stray-braces.ts'
import { subject } from './rules/subject.ts'

/** Every rule beside what makes a template impossible to fill, in the order of their findings. */
export const rules: readonly Rule[] = [
  subject,
  parts,
  names,
  strayBraces,
  htmlStructure,
  images,
  links,
  accessibility,
  clientCompatibility,
]
