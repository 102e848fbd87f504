/** Formats the close preview as human-readable lines: its effect, both legs and the components of the result. */
import type { ClosePreview } from '../client/methods.ts';
import { columnsTable } from './columns-table.ts';
import { coins, duration, fixed, gain, price, UNKNOWN, unknownNotes, usd } from './figures.ts';
import type { TextStyle } from './opportunity-lines.ts';
import { moneyText } from './preview-lines.ts';

type Result = ClosePreview['total'];
type Row = { readonly name: string; readonly part: keyof Result; readonly isTotal?: boolean };

const ROWS: readonly Row[] = [
	{ name: 'price, entry to now', part: 'price_pnl' },
	{ name: '+ closed earlier', part: 'closed_pnl' },
	{ name: '+ funding so far', part: 'funding_pnl' },
	{ name: '− fees paid so far', part: 'fees_paid' },
	{ name: '− exit fees', part: 'exit_fees' },
	{ name: '− exit slippage', part: 'exit_slippage' },
	{ name: '= expected result', part: 'expected_pnl', isTotal: true },
];

/** Formats the preview of a close. The close itself has not been sent yet. Amounts are in USD. */
export function closePreviewLines(preview: ClosePreview, style: TextStyle): string[] {
	const { legs, total, message, warnings, trading_mode, expected_roi_pct: roi } = preview;
	return [
		style.paint(message, 'strong'),
		moneyText(trading_mode),
		'',
		...columnsTable(
			[
				{ head: 'LEG', align: 'left', cell: (leg) => leg.role },
				{ head: 'EXCHANGE', align: 'left', cell: (leg) => leg.exchange },
				{ head: 'SYMBOL', align: 'left', cell: (leg) => leg.symbol },
				{ head: 'SIDE', align: 'left', cell: (leg) => leg.side },
				{ head: 'COINS', cell: (leg) => coins(leg.quantity) },
				{ head: 'HELD', cell: (leg) => coins(leg.held), spare: 1 },
				{ head: 'ENTRY USD', cell: (leg) => price(leg.entry_price) },
				{ head: 'NOW USD', cell: (leg) => price(leg.mid_price) },
				{ head: 'EXPECTED USD', cell: (leg) => price(leg.expected_price) },
				{ head: 'BOOK AGE', cell: (leg) => (leg.book_age_ms === null ? UNKNOWN : ageText(leg.book_age_ms)) },
			],
			legs,
			style,
		),
		'',
		...columnsTable(
			[
				{ head: 'RESULT USD', align: 'left', cell: ({ name }: Row) => name },
				...legs.map((leg) => ({
					head: leg.exchange.toUpperCase(),
					cell: (row: Row) => figure(leg.result, row),
				})),
				{ head: 'BOTH', cell: (row: Row) => figure(total, row) },
			],
			ROWS,
			style,
		),
		...(roi === null ? [] : [`The expected result is ${fixed(roi, 3)} % of the capital.`]),
		...warnings.map((warning) => style.paint(warning.message, 'warn')),
		...unknownNotes([{ name: 'preview', record: preview }]),
	];
}

function figure(result: Result, { part, isTotal }: Row) {
	const value = result[part];
	return isTotal === true ? gain(value, usd(value)) : usd(value);
}

function ageText(ms: number): string {
	return ms < 1_000 ? `${ms} ms` : duration(ms);
}
