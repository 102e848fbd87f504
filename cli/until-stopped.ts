/** Waits for a signal or a fault that ends a service. */
import type { CliParts } from './cli-parts.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** Waits for a signal or a fault, stops the service and resolves to the exit code. */
export async function untilStopped(
	running: { readonly failed: Promise<string>; stop(): Promise<void> },
	{ stopSignal, output }: CliParts,
): Promise<number> {
	const failure = await Promise.race([stopSignal().then(() => undefined), running.failed]);
	output.remark(failure === undefined ? 'Stopping.' : `carrywire: ${failure}`);
	await running.stop();
	return failure === undefined ? EXIT_CODES.OK : EXIT_CODES.FAILURE;
}
