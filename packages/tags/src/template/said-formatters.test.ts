import { expect, it } from 'vitest'
import { writtenRight } from './written-right.ts'

it.each([
  // What a formatter does, as people say it behind a bar.
  ['total | in words', 'total | words'],
  ['total | in Worten', 'total | words'],
  ['total | en toutes lettres', 'total | words'],
  ['name | all caps', 'name | upper'],
  ['name | in Großbuchstaben', 'name | upper'],
  ['total | 2 decimals', 'total | number:2'],
  ['total | mit 2 Nachkommastellen', 'total | number:2'],
  ['total | 0.00', 'total | picture:"0.00"'],
  ['total | #,##0.00', 'total | picture:"#,##0.00"'],
  ['total | €', 'total | currency:"EUR"'],
  ['due | long date', 'due | date:"long"'],
  ['due | date long', 'due | date:"long"'],
  ['total | currency EUR', 'total | currency:"EUR"'],
  ['total | currency euros', 'total | currency:"EUR"'],
  ['due | + 6 months', 'due | addMonths:6'],
  ['due | plus 14 Tage', 'due | addDays:14'],
  ['due | minus 2 weeks | date:"long"', 'due | addWeeks:-2 | date:"long"'],
  ['total | sonst:"none"', 'total | default:"none"'],
  // A bar that was left out.
  ['due date:"long"', 'due | date:"long"'],
  ['dept default "none"', 'dept | default:"none"'],
  ['dept sonst "none"', 'dept | default:"none"'],
  ['total currency:"EUR"', 'total | currency:"EUR"'],
  // A bar with nothing before it.
  ['| currency', 'value | currency'],
  ['| client.name', 'client.name'],
  // Texts that are joined, and several that are compared with.
  ['first & " " & last', 'first + " " + last'],
  ['first . " " . last', 'first + " " + last'],
  ['kind == "a", "b"', 'kind == "a" or kind == "b"'],
  ['kind == "a" , "b" or "c"', 'kind == "a" or kind == "b" or kind == "c"'],
  ['kind != "a", "b"', 'kind != "a" and kind != "b"'],
  ['names, ", "', 'names | join:", "'],
  ['dept ?: "none"', 'dept ?? "none"'],
  // Choices.
  ['sex == "m" : "Mr" ? "Ms"', 'sex == "m" ? "Mr" : "Ms"'],
  ['if sex == "m" then "Mr" else "Ms"', 'sex == "m" ? "Mr" : "Ms"'],
  ['wenn sex == "m" dann "Herr" sonst "Frau"', 'sex == "m" ? "Herr" : "Frau"'],
  ['si sex == "m" alors "M." sinon "Mme"', 'sex == "m" ? "M." : "Mme"'],
  // A path with other joints.
  ['client:name', 'client.name'],
  // What a formatter does, said before its value.
  ['sum of items.price', 'items | sum:"price"'],
  ['number of items', 'items | count'],
  ['Anzahl der items', 'items | count'],
  ['age of client.born', 'client.born | age'],
  ['14 days before due', 'due | addDays:-14'],
  ['2 Wochen nach due', 'due | addWeeks:2'],
  ['total | round to 2', 'total | round:2'],
  ['name | truncate auf 20', 'name | truncate:20'],
  ['due | subtractDays:14', 'due | addDays:-14'],
  ['due | minusMonths:1', 'due | addMonths:-1'],
  ['born | alter', 'born | age'],
  ['total:0.00', 'total | picture:"0.00"'],
  ['total: #,##0.00', 'total | picture:"#,##0.00"'],
  // A choice of which one side is told.
  ['paid ? settled', 'paid ? "settled" : ""'],
  ['paid : "settled"', 'paid ? "settled" : ""'],
  // Tests of what is empty, and of texts that begin with a digit.
  ['house is leer', 'not house'],
  ['house est vide', 'not house'],
  ['house ist nicht leer', 'house'],
  ['empty house', 'not house'],
  ['¬house', 'not house'],
  ['grade = 8b', 'grade == "8b"'],
  ['name!', 'name'],
  // More ways to say it.
  ['name | in capitals', 'name | upper'],
  ['total | no decimals', 'total | number:0'],
  ['due "long"', 'due | date:"long"'],
  ['total "EUR"', 'total | currency:"EUR"'],
  ['currency | client.fee', 'client.fee | currency'],
  ['total | number2', 'total | number:2'],
  ['total | currency=USD', 'total | currency:"USD"'],
  ['due plus one year', 'due | addYears:1'],
  ['due | in 2 Wochen', 'due | addWeeks:2'],
  ['in 14 days', 'today | addDays:14'],
  ['due before today', 'due < today'],
  ['due is after signed', 'due > signed'],
  ['paid ? "yes" / "no"', 'paid ? "yes" : "no"'],
  ['"yes" if paid', 'paid ? "yes" : ""'],
  // What nobody knows.
  ['total | in the sky', undefined],
  ['total | 2 apples', undefined],
])('%s is written %s', (source, right) => {
  expect(writtenRight(source)).toBe(right)
})
