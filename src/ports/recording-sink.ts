/**
 * Receives recorded lines. Losing some lines is not a service failure, so the sink never throws and callers do not
 * await it.
 */
export interface RecordingSink {
	/**
	 * Takes complete lines observed at `at` (ms). The UTC hour of `at` names the file. The lines are written within
	 * seconds.
	 */
	write(at: number, lines: string): void;
	/** Writes buffered lines and ends the file. */
	close(): Promise<void>;
}
