/**
 * Breaks the connection between the page and the service. The service executes the call or never receives it, and no
 * response arrives.
 */
import type { Page, Route } from 'playwright-core';

const PATH = '**/jsonrpc/';
/** Matches the browser's console line for each broken call. */
const COMPLAINT = /^error at .*\/jsonrpc\/: Failed to load resource: net::ERR_CONNECTION_RESET$/;

/** Parameters of a lost call that the tests compare. */
export type LostCall = { readonly idempotency_key?: string; readonly share?: number };

/** A broken connection and the calls that it lost. */
export type Breakage = {
	/** Parameters of every call without a response, in call order. */
	readonly lost: readonly LostCall[];
	/** Restores the connection for later calls. */
	mend(): Promise<void>;
};

/**
 * Breaks the connection of every call to the method, except previews. If `arrives`, the service executes the call
 * first. Otherwise, the call never reaches the service.
 */
export async function breakAnswers(page: Page, method: string, arrives: boolean): Promise<Breakage> {
	const lost: LostCall[] = [];
	const handler = async (route: Route): Promise<void> => {
		const call = route.request().postDataJSON() as {
			readonly method: string;
			readonly params: LostCall & { readonly preview?: boolean };
		};
		if (call.method !== method || call.params.preview === true) return route.continue();
		if (arrives) await route.fetch();
		lost.push(call.params);
		return route.abort('connectionreset');
	};
	await page.route(PATH, handler);
	return { lost, mend: () => page.unroute(PATH, handler) };
}

/** True if a console complaint comes from a connection that `breakAnswers` broke. */
export function isOfBreakage(complaint: string): boolean {
	return COMPLAINT.test(complaint);
}
