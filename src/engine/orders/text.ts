/** Names what the messages of orders mention. Their sentences are in `decide/text.ts` and `drive/text.ts`. */
import { shownNameOf } from '../../venues/facts.ts';

/** Names an instrument in a message, such as `Bybit SOLUSDT`. */
export function instrumentText(venue: string, symbol: string): string {
	return `${shownNameOf(venue)} ${symbol}`;
}
