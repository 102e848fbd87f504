/** A connection that breaks between the service and the page: a call is carried out, or not, and no answer comes. */
import type { Page, Route } from 'playwright-core';

const PATH = '**/jsonrpc/';
/** What the browser says of each. */
const COMPLAINT = /^error at .*\/jsonrpc\/: Failed to load resource: net::ERR_CONNECTION_RESET$/;

export type LostCall = { readonly idempotency_key?: string; readonly share?: number };

export type Breakage = {
	/** The params of every call whose answer was lost, in their order. */
	readonly lost: readonly LostCall[];
	/** From then on answers come again. */
	mend(): Promise<void>;
};

/** Breaks at every call of the method: after it was carried out, or before it has arrived. Previews pass. */
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

/** Whether the browser complains of a connection that was broken here. */
export function isOfBreakage(complaint: string): boolean {
	return COMPLAINT.test(complaint);
}
