import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

test.each([
	['plain text', 'plain text', '"plain text"'],
	['', '', '""'],
	['a,b', '"a,b"', '"a,b"'],
	['say "no"', '"say ""no"""', '"say ""no"""'],
	['two\r\nlines', '"two\r\nlines"', '"two\r\nlines"'],
	['=1+1', "'=1+1", '"\'=1+1"'],
	['-1', "'-1", '"\'-1"'],
	['  @SUM(A1)', "'  @SUM(A1)", '"\'  @SUM(A1)"'],
	['＝1', "'＝1", '"\'＝1"'],
	['\tx', "'\tx", '"\'\tx"'],
	['a=1', 'a=1', '"a=1"'],
])('writes %j', (text, needed, always) => {
	expect(csvCell(text, 'needed')).toBe(needed);
	expect(csvCell(text, 'always')).toBe(always);
});
