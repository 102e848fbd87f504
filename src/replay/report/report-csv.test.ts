import { describe, expect, test } from 'vitest';
import { HOSTILE_TEXT, hostileResult } from '../../../test/support/hostile-result.ts';
import { drawReplayResult } from '../../../test/support/replay-result.ts';
import { reportCsv } from './report-csv.ts';

const RESULT = drawReplayResult({ seed: 6, days: 35, positions: 7, events: 2 });
const FILES = reportCsv(RESULT);

/** Returns the cells of a file whose cells have no line break. */
function cellsOf(name: string, files = FILES): string[][] {
	return (files.get(name) ?? '')
		.split('\r\n')
		.slice(0, -1)
		.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
}

function column(name: string, heading: string): string[] {
	const [header = [], ...rows] = cellsOf(name);
	return rows.map((row) => row[header.indexOf(heading)] ?? '');
}

function sum(cells: readonly string[]): number {
	return cells.reduce((all, cell) => all + Number(cell), 0);
}

describe('the CSV files of a result', () => {
	test('explain every column of every file', () => {
		const explained = cellsOf('columns.csv').slice(1);
		const written = [...FILES.keys()]
			.filter((name) => name !== 'columns.csv')
			.flatMap((name) => (cellsOf(name)[0] ?? []).map((heading) => `${name} ${heading}`));
		expect(explained.map(([file, heading]) => `${file} ${heading}`)).toEqual(written);
		expect(explained.every(([, , meaning]) => (meaning ?? '').length > 4)).toBe(true);
		expect([...FILES.keys()]).toEqual([
			...['columns.csv', 'positions.csv', 'events.csv', 'daily.csv', 'funding.csv', 'comparisons.csv'],
			...['refusals.csv', 'transfers.csv', 'gaps.csv'],
		]);
	});

	test('add up to the outcome', () => {
		const { parts } = RESULT.outcome;
		expect(sum(column('positions.csv', 'net'))).toBeCloseTo(parts.net - parts.idleInterest, 4);
		expect(sum(column('funding.csv', 'usd'))).toBeCloseTo(parts.fundingReceived + parts.fundingPaid, 4);
		expect(sum(column('daily.csv', 'funding_received'))).toBeCloseTo(parts.fundingReceived, 4);
		expect(column('daily.csv', 'at')).toHaveLength(35);
		expect(Number(column('comparisons.csv', 'net')[0])).toBe(parts.net);
	});

	test('leave a cell empty that is not known, and write numbers without an apostrophe', () => {
		expect(column('comparisons.csv', 'net').at(-1)).toBe('');
		expect(column('comparisons.csv', 'reason').at(-1)).toBe('the data have no spot prices.');
		expect(column('positions.csv', 'fees').every((cell) => /^-\d/.test(cell))).toBe(true);
	});

	test('turn a formula into text', () => {
		const [position] = RESULT.positions;
		if (position === undefined) throw new Error('The draw has no position.');
		const coin = '=HYPERLINK("http://attacker.example","INJ")';
		const files = reportCsv({ ...RESULT, positions: [{ ...position, coin }] });
		expect(files.get('positions.csv')).toContain(`"'=HYPERLINK(""http://attacker.example"",""INJ"")"`);
		expect(reportCsv(hostileResult(RESULT)).get('events.csv')).toContain(HOSTILE_TEXT.replaceAll('"', '""'));
	});

	test('are the same for equal results', () => {
		expect(reportCsv(structuredClone(RESULT))).toEqual(FILES);
	});
});
