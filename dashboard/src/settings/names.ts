/** Names and states that several pages of settings show. */
import type { MethodResult } from '../../../client/methods.ts';

/** The name of an exchange as people write it; its id before the exchanges are known. */
export function exchangeName(offers: MethodResult<'list_exchanges'> | undefined, exchange: string): string {
	return offers?.find((offer) => offer.exchange === exchange)?.name ?? exchange;
}

/** Whether a token is neither revoked nor over. `now` is milliseconds. */
export function isValidToken(
	token: { readonly revoked_at: string | null; readonly expires_at: string },
	now: number,
): boolean {
	return token.revoked_at === null && Date.parse(token.expires_at) > now;
}
