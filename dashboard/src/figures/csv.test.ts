import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('quotes separators, quotation marks and line breaks, and ends each line with CRLF', () => {
	expect(
		csvText([
			['a,b', 'say "x"'],
			['two\nlines', 'plain'],
		]),
	).toBe('"a,b","say ""x"""\r\n"two\nlines",plain\r\n');
});

test('writes every digit of a number without groups or exponent, and leaves unknown cells empty', () => {
	expect(csvText([[0.0000001234, -9412000000.25, 0, null, 1e-12]])).toBe(
		'0.0000001234,-9412000000.25,0,,0.000000000001\r\n',
	);
});

test('marks text that a spreadsheet would run as a formula', () => {
	expect(csvText([['=1+1', '+1', '-1', '@sum', '\tx', 'a=b']])).toBe("'=1+1,'+1,'-1,'@sum,'\tx,a=b\r\n");
});
