/** Provides names, scopes and token states that several settings pages share. */
import type { MethodResult } from '../../../client/methods.ts';
import { SCOPE_WORDS } from './text.ts';

export type Scope = keyof typeof SCOPE_WORDS;

export const SCOPES = Object.keys(SCOPE_WORDS) as readonly Scope[];
/** Scopes that an agent can have. Only users themselves connect accounts and manage agents. */
export const AGENT_SCOPES: readonly Scope[] = ['arb:read', 'arb:trade'];

/** Returns an exchange's display name, or its id until the exchanges are loaded. */
export function exchangeName(offers: MethodResult<'list_exchanges'> | undefined, exchange: string): string {
	return offers?.find((offer) => offer.exchange === exchange)?.name ?? exchange;
}

/** True if a token is neither revoked nor expired. `now` is in Unix milliseconds. */
export function isValidToken(
	token: { readonly revoked_at: string | null; readonly expires_at: string },
	now: number,
): boolean {
	return token.revoked_at === null && Date.parse(token.expires_at) > now;
}
