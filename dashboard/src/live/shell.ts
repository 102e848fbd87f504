/** What the service wrote into the page around the dashboard: who is logged in, and the field that proves our forms. */

export type TradingModeShown = 'simulated' | 'paper' | 'testnet' | 'live' | 'rehearsal';

export type Shell = {
	/** Undefined for a stranger. */
	readonly userName: string | undefined;
	readonly csrf: string | undefined;
	readonly tradingMode: TradingModeShown;
};

const MODES: readonly TradingModeShown[] = ['simulated', 'paper', 'testnet', 'live', 'rehearsal'];

export function readShell(): Shell {
	const csrf = document.querySelector<HTMLInputElement>('body > header input[name="csrf"]')?.value;
	const userName = document.querySelector('body > header .who span')?.getAttribute('title') ?? undefined;
	const tradingMode = MODES.find((mode) => document.body.classList.contains(`mode-${mode}`));
	// A mode that is not known is taken for the one in which a mistake costs most.
	return { userName, csrf, tradingMode: tradingMode ?? 'live' };
}
