/**
 * Registers the service worker, which shows the offline page while the service cannot be reached. Browsers offer to
 * install the dashboard once it has a worker and a manifest.
 */

const WORKER = '/assets/service-worker.js';

/** Registers the worker. Does nothing in a browser without workers, or on an insecure address. */
export async function installWorker(): Promise<void> {
	if (!('serviceWorker' in navigator)) return;
	try {
		await navigator.serviceWorker.register(scriptUrl(WORKER), { scope: '/' });
	} catch {
		// Private windows may forbid workers. The page works without one.
	}
}

type Policies = {
	createPolicy(
		name: string,
		rules: { createScriptURL(url: string): string },
	): { createScriptURL(url: string): string };
};

/** Marks the worker's address as trusted, because the content security policy requires that. */
function scriptUrl(url: string): string {
	const { trustedTypes } = window as { readonly trustedTypes?: Policies };
	if (trustedTypes === undefined) return url;
	return trustedTypes
		.createPolicy('carrywire-worker', { createScriptURL: () => WORKER })
		.createScriptURL(url);
}
