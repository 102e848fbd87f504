/**
 * Breaks the connection between the page and the service: the service executes the call or never receives it, and no
 * answer arrives.
 */
import type { Page, Route } from 'playwright-core';

const PATH = '**/jsonrpc/';
/** Console line of the browser for each broken call. */
const COMPLAINT = /^error at .*\/jsonrpc\/: Failed to load resource: net::ERR_CONNECTION_RESET$/;

/** Params of a lost call, as far as the tests compare them. */
export type LostCall = { readonly idempotency_key?: string; readonly share?: number };

/** A broken connection and the calls that it lost. */
export type Breakage = {
	/** Params of every call without an answer, in order of the calls. */
	readonly lost: readonly LostCall[];
	/** Restores the connection for later calls. */
	mend(): Promise<void>;
};

/**
 * Breaks every call of the method: after the service executed it if `arrives`, else before it arrives. Previews pass.
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

/** Whether a console complaint comes from a connection that `breakAnswers` broke. */
export function isOfBreakage(complaint: string): boolean {
	return COMPLAINT.test(complaint);
}
