/** Formats the preview of a roll as human-readable lines: both trades, and what the two pairs are expected to earn. */
import type { RollLegResult } from '../client/methods.ts';
import { columnsTable } from './columns-table.ts';
import { coins, fixed, percent, price, UNKNOWN, usd } from './figures.ts';
import type { TextStyle } from './opportunity-lines.ts';
import { moneyText } from './preview-lines.ts';

/** Preview of a roll. */
export type RollPreview = Extract<RollLegResult, { readonly preview: true }>;

/** Formats the preview of a roll. Nothing has been sent yet. */
export function rollPreviewLines(
	{ plan, figures, checks, trading_mode: mode }: RollPreview,
	style: TextStyle,
): string[] {
	const trades = [
		{ name: 'open', trade: plan.open },
		{ name: 'close', trade: plan.close },
	];
	const failed = checks.filter(({ passed }) => !passed);
	return [
		style.paint(plan.message, 'strong'),
		moneyText(mode),
		'',
		...columnsTable(
			[
				{ head: 'TRADE', align: 'left', cell: ({ name }) => name },
				{ head: 'EXCHANGE', align: 'left', cell: ({ trade }) => trade.exchange },
				{ head: 'SYMBOL', align: 'left', cell: ({ trade }) => trade.symbol },
				{ head: 'SIDE', align: 'left', cell: ({ trade }) => trade.side },
				{ head: 'COINS', cell: () => coins(plan.quantity) },
				{ head: 'EXPECTED USD', cell: ({ trade }) => price(trade.expected_price) },
				{ head: 'FEE %', cell: ({ trade }) => percent(trade.fee) },
				{ head: 'SLIPPAGE %', cell: ({ trade }) => percent(trade.slippage) },
			],
			trades,
			style,
		),
		'',
		`Expected carry within ${figures.horizon_hours} h: ${percent(figures.carry_before)} % before, ${percent(figures.carry_after)} % after.`,
		`Gain ${percent(figures.gain)} %, cost ${percent(figures.cost)} %, gain / cost ${figures.ratio === null ? UNKNOWN : fixed(figures.ratio, 2)}.`,
		`Margin at ${plan.open.exchange}: ${usd(plan.margin)} USD.`,
		...failed.map(({ message }) => style.paint(message, 'warn')),
	];
}
