/**
 * Commands of LaTeX by the character that they stand for: those that LaTeX with amsmath and amssymb, KaTeX and MathJax all
 * know. Pairs of a character and a command, parted by blanks.
 */
const table = `
α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa ϰ varkappa λ lambda
μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ∆ Delta Ω Omega
ℏ hbar ℓ ell ℘ wp ℜ Re ℑ Im ℵ aleph ℶ beth ∂ partial ∇ nabla ∞ infty ∅ emptyset ∀ forall ∃ exists ∄ nexists ∠ angle ∡ measuredangle
∏ prod ∐ coprod ∑ sum ∫ int ∬ iint ∭ iiint ∮ oint ⋀ bigwedge ⋁ bigvee ⋂ bigcap ⋃ bigcup ⨀ bigodot ⨁ bigoplus ⨂ bigotimes
⨄ biguplus ⨆ bigsqcup
± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ ∙ bullet • bullet ∧ wedge ∨ vee ∩ cap ∪ cup ⊎ uplus ⊓ sqcap ⊔ sqcup
⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot † dagger ‡ ddagger ∖ setminus ⋄ diamond △ triangle ▵ triangle ▽ triangledown
≤ leq ≥ geq ≠ neq ≡ equiv ≢ not\\equiv ≈ approx ≉ not\\approx ≅ cong ≃ simeq ∼ sim ≁ nsim ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ ⪯ preceq
⪰ succeq ≍ asymp ≐ doteq ≜ triangleq ≲ lesssim ≳ gtrsim ≮ nless ≯ ngtr ≰ nleq ≱ ngeq ⩽ leqslant ⩾ geqslant ≦ leqq ≧ geqq
⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊄ not\\subset ⊅ not\\supset ⊈ nsubseteq ⊉ nsupseteq ⊊ subsetneq ⊋ supsetneq ⊏ sqsubset ⊑ sqsubseteq
⊐ sqsupset ⊒ sqsupseteq ∈ in ∉ notin ∋ ni ∌ not\\ni ⊢ vdash ⊣ dashv ⊨ models ⊤ top ⊥ bot ⟂ perp ∥ parallel ∦ nparallel ∣ mid ∤ nmid
¬ neg ∴ therefore ∵ because ∎ blacksquare □ square ■ blacksquare ◇ lozenge
← leftarrow → rightarrow ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↑ uparrow ↓ downarrow ↕ updownarrow ⇑ Uparrow
⇓ Downarrow ⇕ Updownarrow ⟵ longleftarrow ⟶ longrightarrow ⟷ longleftrightarrow ⟸ Longleftarrow ⟹ Longrightarrow ⟺ iff ↦ mapsto
⟼ longmapsto ↩ hookleftarrow ↪ hookrightarrow ↼ leftharpoonup ↽ leftharpoondown ⇀ rightharpoonup ⇁ rightharpoondown
⇌ rightleftharpoons ⇋ leftrightharpoons ↗ nearrow ↘ searrow ↙ swarrow ↖ nwarrow ↛ nrightarrow ↚ nleftarrow ⇏ nRightarrow
… ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ″ prime\\prime ‴ prime\\prime\\prime √ surd ♠ spadesuit ♡ heartsuit ♢ diamondsuit ♣ clubsuit
♭ flat ♮ natural ♯ sharp § S ¶ P £ pounds
⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ⟨ langle ⟩ rangle 〈 langle 〉 rangle ‖ Vert
\\ backslash { { } } % % $ $ & & # # _ _ ~ sim
` as const

const words = table.trim().split(/\s+/)

/** `α` is `\alpha`. */
export const latexSymbols: ReadonlyMap<string, string> = new Map(
  words.flatMap((character, index) => (index % 2 === 0 ? [[character, `\\${words[index + 1] ?? ''}`] as const] : [])),
)

/** Characters that stand for others, or for room. */
export const latexSpacing: ReadonlyMap<string, string> = new Map([
  ['\u00a0', '~'],
  ['\u2002', '\\enspace '],
  ['\u2003', '\\quad '],
  ['\u2004', '\\;'],
  ['\u2005', '\\:'],
  ['\u2006', '\\,'],
  ['\u2009', '\\,'],
  ['\u200a', '\\,'],
  ['\u205f', '\\:'],
  ['\u200b', ''],
  ['\u2061', ''],
  ['\u2062', ''],
  ['\u2063', ''],
  ['\u2064', ''],
  ['\u2212', '-'],
  ['\u2010', '-'],
  ['\u2013', '-'],
  ['\u2032', "'"],
  ['\u2033', "''"],
  ['\u2034', "'''"],
  ['\u2223', '\\mid'],
  ['\u2236', ':'],
  ['\u203c', '!!'],
  ['\u2254', ':='],
  ['\t', '\\quad '],
  ['\n', ' '],
])

/** Names that LaTeX sets upright by a command of their own. */
export const latexFunctions: ReadonlySet<string> = new Set(
  (
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min ' +
    'Pr sec sin sinh sup tan tanh'
  ).split(' '),
)

/** Marks above a letter, and how they are written over more than one. */
export const latexAccents: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['\u0300', ['grave', 'grave']],
  ['`', ['grave', 'grave']],
  ['\u0301', ['acute', 'acute']],
  ['´', ['acute', 'acute']],
  ['\u0302', ['hat', 'widehat']],
  ['^', ['hat', 'widehat']],
  ['ˆ', ['hat', 'widehat']],
  ['\u0303', ['tilde', 'widetilde']],
  ['~', ['tilde', 'widetilde']],
  ['˜', ['tilde', 'widetilde']],
  ['\u0304', ['bar', 'overline']],
  ['\u0305', ['bar', 'overline']],
  ['¯', ['bar', 'overline']],
  ['‾', ['bar', 'overline']],
  ['\u203e', ['bar', 'overline']],
  ['\u0306', ['breve', 'breve']],
  ['˘', ['breve', 'breve']],
  ['\u0307', ['dot', 'dot']],
  ['˙', ['dot', 'dot']],
  ['\u0308', ['ddot', 'ddot']],
  ['¨', ['ddot', 'ddot']],
  ['\u030a', ['mathring', 'mathring']],
  ['\u030c', ['check', 'check']],
  ['ˇ', ['check', 'check']],
  ['\u20d6', ['overleftarrow', 'overleftarrow']],
  ['←', ['overleftarrow', 'overleftarrow']],
  ['\u20d7', ['vec', 'overrightarrow']],
  ['→', ['vec', 'overrightarrow']],
  ['\u20db', ['dddot', 'dddot']],
  ['\u20e1', ['overleftrightarrow', 'overleftrightarrow']],
  ['↔', ['overleftrightarrow', 'overleftrightarrow']],
  ['⏞', ['overbrace', 'overbrace']],
  ['︷', ['overbrace', 'overbrace']],
])

/** The same below. */
export const latexUnderAccents: ReadonlyMap<string, string> = new Map([
  ['\u0331', 'underline'],
  ['\u0332', 'underline'],
  ['_', 'underline'],
  ['\u23df', 'underbrace'],
  ['︸', 'underbrace'],
  ['→', 'underrightarrow'],
  ['←', 'underleftarrow'],
  ['↔', 'underleftrightarrow'],
])
