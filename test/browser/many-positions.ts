/** Shows a page more positions than a test can open: copies of the service's own records, on the page's connection. */
import type { Page } from 'playwright-core';

type Execution = { readonly execution: { readonly id: string } };
type Message = {
	readonly params?: {
		readonly channel?: string;
		readonly result?: { readonly executions?: readonly Execution[]; readonly removed?: readonly string[] };
	};
};

/**
 * Copies each position that the service sends to the page. Call it before the page opens its connection.
 * @param copies number of positions in the page for each one of the service
 */
export async function copyPositions(page: Page, copies: number): Promise<void> {
	await page.routeWebSocket(/.*/, (socket) => {
		const server = socket.connectToServer();
		server.onMessage((message) => socket.send(copied(String(message), copies)));
	});
}

function copied(message: string, copies: number): string {
	const parsed = JSON.parse(message) as Message;
	const { params } = parsed;
	if (params?.channel !== 'portfolio' || params.result === undefined) return message;
	const numbers = Array.from({ length: copies }, (_, at) => at);
	const idOf = (id: string, at: number): string => (at === 0 ? id : `${id}_${at}`);
	const { executions, removed } = params.result;
	const result = {
		...params.result,
		...(executions === undefined
			? {}
			: {
					executions: executions.flatMap((entry) =>
						numbers.map((at) => ({
							...entry,
							execution: { ...entry.execution, id: idOf(entry.execution.id, at) },
						})),
					),
				}),
		...(removed === undefined ? {} : { removed: removed.flatMap((id) => numbers.map((at) => idOf(id, at))) }),
		// The rows need no particular order, because the page sorts them.
		order: undefined,
	};
	return JSON.stringify({ ...parsed, params: { ...params, result } });
}
