/** "04109 Leipzig", "D-04109 Leipzig", "1012 AB Amsterdam", "00-238 Warszawa", "110 00 Praha 1". */
export const placeWithPostcode =
  /^(?<taken>(?:[A-Z]{1,2}-)?(?:\d{4}-\d{3}|\d{5}-\d{3}|\d{4} [A-Z]{2}|\d{3} \d{2}|\d{2}-\d{3}|\d{4,6})),?\s+(?<rest>\p{L}\D{1,60}(?:\d{1,2}\D{0,3})?)$/u
