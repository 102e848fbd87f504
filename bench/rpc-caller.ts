/**
 * Makes the calls that its parent requests. It runs in a separate process, so that its processor time is not counted
 * as the service's.
 */

/** A call to a service. The caller answers it with a `CallerAnswer`. */
export type CallerTask = {
	readonly id: number;
	readonly url: string;
	readonly token: string;
	readonly body: string;
};
export type CallerAnswer = { readonly id: number; readonly text: string };

process.on('message', async ({ id, url, token, body }: CallerTask) => {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
		body,
	});
	const answer: CallerAnswer = { id, text: await response.text() };
	process.send?.(answer);
});
process.on('disconnect', () => process.exit(0));
