/** Writes the preview and the result of a close. Pure. */
import type { JsonValue } from '../domain/exact-json.ts';
import { at, figureAt, profit, rowsAt, textAt, usd } from './figures.ts';
import type { Message } from './message.ts';
import { CLOSE_TEXT as TEXT } from './text.ts';

/** True if the previewed close would do something. */
export function closesSomething(preview: JsonValue): boolean {
	const action = textAt(preview, 'action');
	return action !== 'nothing' && action !== 'wait';
}

/** Writes a close preview. @param name of the position */
export function previewMessage(preview: JsonValue, name: string): Message {
	const said = textAt(preview, 'message') ?? '';
	if (!closesSomething(preview)) return { title: TEXT.nothing(name), lines: [said] };
	const total = at(preview, 'total');
	return {
		title: TEXT.ask(name),
		lines: [
			said,
			TEXT.expected(profit(figureAt(total, 'expected_pnl'))),
			TEXT.parts(
				profit(figureAt(total, 'price_pnl')),
				profit(figureAt(total, 'funding_pnl')),
				usd(figureAt(total, 'fees_paid')),
			),
			TEXT.exit(usd(figureAt(total, 'exit_fees')), usd(figureAt(total, 'exit_slippage'))),
			...rowsAt(preview, 'warnings').map((warning) => textAt(warning, 'message') ?? ''),
		],
	};
}

/** Writes the answer of a close. */
export function closedMessage(answer: JsonValue, name: string): Message {
	const said = textAt(answer, 'message') ?? '';
	if (at(answer, 'success') !== true) return { title: TEXT.notYet(name), lines: [said] };
	const pnl = figureAt(answer, 'final_pnl');
	const final = TEXT.final(profit(pnl), profit(figureAt(answer, 'total_funding')));
	return { title: TEXT.closed(name), lines: pnl === null ? [said] : [final, said] };
}
