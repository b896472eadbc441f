// Reads a history of registers as JSON from its standard input, and prints whether it is linearizable.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

// A read or a write of the register with this key. Times are in microseconds.
type operation struct {
	Client int    `json:"client"`
	Key    string `json:"key"`
	Write  bool   `json:"write"`
	Value  string `json:"value"`
	Call   int64  `json:"call"`
	// Later than every call when the caller has no answer: the write may still take effect.
	Return int64 `json:"return"`
}

var register = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byKey := map[string][]porcupine.Operation{}
		for _, one := range history {
			key := one.Input.(operation).Key
			byKey[key] = append(byKey[key], one)
		}
		parts := [][]porcupine.Operation{}
		for _, part := range byKey {
			parts = append(parts, part)
		}
		return parts
	},
	Init: func() any { return "" },
	Step: func(state, input, _ any) (bool, any) {
		one := input.(operation)
		if one.Write {
			return true, one.Value
		}
		return one.Value == state.(string), state
	},
}

func main() {
	var operations []operation
	if err := json.NewDecoder(os.Stdin).Decode(&operations); err != nil {
		fmt.Fprintln(os.Stderr, "the history is not JSON:", err)
		os.Exit(2)
	}
	history := make([]porcupine.Operation, len(operations))
	for index, one := range operations {
		history[index] = porcupine.Operation{ClientId: one.Client, Input: one, Call: one.Call, Return: one.Return}
	}
	fmt.Println(porcupine.CheckOperationsTimeout(register, history, 2*time.Minute))
}
