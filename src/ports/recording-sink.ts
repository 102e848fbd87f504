/**
 * Receives recorded lines. Losing some lines is not a service failure, so the sink never throws and callers do not
 * await it.
 */
export interface RecordingSink {
	/**
	 * Returns the number of the file to which lines observed at `at` (ms) will go; undefined while the sink cannot
	 * write. Ask before writing. A new number means a new, empty file. After lines were lost, the number is always
	 * a new one.
	 */
	file(at: number): number | undefined;
	/** Takes complete lines observed at `at` (ms), for the file that `file` returned. They are written within seconds. */
	write(at: number, lines: string): void;
	/** Writes buffered lines and ends the file. */
	close(): Promise<void>;
}
