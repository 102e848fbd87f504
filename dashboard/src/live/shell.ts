/**
 * Reads the data that the service writes into the page around the dashboard: the user, the trading mode and the CSRF
 * token.
 */

export type TradingModeShown = 'simulated' | 'paper' | 'testnet' | 'live' | 'rehearsal';

export type Shell = {
	/** Name of the logged-in user; undefined if nobody is logged in. */
	readonly userName: string | undefined;
	/** CSRF token, which every posted form must carry; undefined if nobody is logged in. */
	readonly csrf: string | undefined;
	readonly tradingMode: TradingModeShown;
};

const MODES: readonly TradingModeShown[] = ['simulated', 'paper', 'testnet', 'live', 'rehearsal'];

/** Reads the shell data from the document. */
export function readShell(): Shell {
	const csrf = document.querySelector<HTMLInputElement>('body > header input[name="csrf"]')?.value;
	const userName = document.querySelector('body > header .who span')?.getAttribute('title') ?? undefined;
	const tradingMode = MODES.find((mode) => document.body.classList.contains(`mode-${mode}`));
	// An unknown mode counts as live, because a mistake costs most in live mode.
	return { userName, csrf, tradingMode: tradingMode ?? 'live' };
}
