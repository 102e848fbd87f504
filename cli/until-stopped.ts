/** Waits until the operator, or a fault, ends what runs. */
import type { CliParts } from './cli-parts.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** Stops it then; answers the exit code. */
export async function untilStopped(
	running: { readonly failed: Promise<string>; stop(): Promise<void> },
	{ stopSignal, output }: CliParts,
): Promise<number> {
	const failure = await Promise.race([stopSignal().then(() => undefined), running.failed]);
	output.remark(failure === undefined ? 'Stopping.' : `carrywire: ${failure}`);
	await running.stop();
	return failure === undefined ? EXIT_CODES.OK : EXIT_CODES.FAILURE;
}
