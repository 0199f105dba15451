import { anyCase } from '../any-case.ts'
import type { Finder } from './finding.ts'
import { namesBehind } from './name-behind.ts'

/** Who speaks in the first person: en, de, fr, es, it, pt, nl, pl, sv, da, cs. */
const speaks =
  /(?:^|\n)[ \t]{0,12}(?:(?:I|Ich|Je|Yo|Io|Eu|Ik|Ja|Jag|Jeg|Já)(?:, (?=\p{Lu})| (?=\p{Lu}\p{Ll}*[ -]\p{Lu}))|(?:(?:I|Ich|Je|Io|Eu|Ik|Ja),? )?(?:the undersigned|sottoscritt[oa]|[Dd](?:er|ie) [Uu]nterzeichne(?:te|nde)|[Ss]oussignée?|(?:[Ii]l|[Ll]a) sottoscritt[oa]|o\/a abaixo assinad[oa]|[OoAa] abaixo assinad[oa]|(?:[Ee]l|[Ll]a) abajo firmante|(?:[Dd]e )?[Oo]ndergetekende|[Nn]iżej podpisan[ya]|[Uu]ndertecknad|[Uu]ndertegnede|[Nn]íže podepsan[ýá]|COMPARECEN?[:.,]?)[,:]?\s+|(?<!\p{L})(?:(?:by|before) me|von mir|par moi|por mí|da me|door mij|por mim|przeze mnie),?\s+(?=\p{Lu})|(?:[Hh]iermit )?(?:[Bb]evollmächtige|[Ee]rmächtige|[Bb]eauftrage|[Ee]rteile) ich,?\s+)/gu
/** Whom one appoints. */
const appoints = new RegExp(
  anyCase(
    String.raw`(?<!\p{L})(?:hereby appoints?|do appoint|appoint|bevollmächtig(?:e|t|en)(?: hiermit)?|erteile(?:n)?(?: hiermit)?|donne (?:par les présentes )?(?:pouvoir|procuration|mandat) à|constitue pour (?:son |sa )?mandataire|confier[eo] poder(?:es)? a|confiere poder[^.;\n]{0,120}? a favor de|otorg[ao] poder[^.;\n]{0,120}? a(?: favor de)?|apodera a|nomin[oa](?: e(?:d elegge| costituisc[eo]))?(?:\s{1,3}(?:(?:a|quale|come) )?(?:(?:mio|suo|proprio) )?procuratore(?: speciale| generale)?)?|deleg[oa]|constituo (?:meu|minha|como)? ?(?:bastante )?procurador(?:a)?|confere poderes a|machtig(?:t)?(?: hierbij)?|verleent volmacht aan|udziela(?:m)? pełnomocnictwa|upoważniam|zmocňuj[ie]|(?<=bevollmächtige ich[^§]{1,400}\s)mein(?:en|e) \p{Lu}\p{Ll}{2,20})[,:]?\s+`,
  ),
  'gu',
)

/** Who declares or grants something: `I, Ann Lee, of …`, `Eu, Filipa Serrão, …`. */
export const findDeclarant: Finder = (finding) => namesBehind(finding, speaks, 0.72)
/** Whom a power of attorney appoints. */
export const findAgent: Finder = (finding) => namesBehind(finding, appoints, 0.7)
